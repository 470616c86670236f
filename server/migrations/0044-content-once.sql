-- What is approved and what is ordered are digested together, over binary columns (ADR 48). Releases before this one would find other digests.
-- contract: least writer 0044

-- step: transaction
-- Payouts: a row as it is digested. Fields of one size first; the others tell their length. Where the batch is in the old form it is `sealed`
-- that is not null.
create view payout_contents as
  select row_id, batch_id, row_number, cancelled, tax_fen, vat_fen,
    int8send(row_id) || int8send(amount_fen) || int8send(fee_fen) || int4send(row_number) || uuid_send(id_hash) || uuid_send(card_hash)
      || record_send(row(name, seal, sealed, bank, month, remark)) as content
  from payout_rows;

-- 1: as releases before this one digested; such a batch is digested anew when the next of it is sent.
alter table order_digests add column formula smallint not null default 1;
