-- Entries of indexes that are asked for one value hold no more than it takes to find it (ADR 151).

-- A person's rows are few, of however many companies.
-- step: index
create index concurrently payout_rows_by_id_hash on payout_rows (id_hash);

-- Four bytes of a serial, in pages that are filled better than those of a hash index; whoever asks compares the serial itself as well.
-- step: index
create index concurrently transfers_by_serial_hash on transfers (hashtext(bank_serial)) where bank_serial <> '';

-- step: transaction
drop index payout_rows_by_person;
drop index transfers_by_bank_serial;
