-- The day on which the bank says that it moved the money of a row, where its result says so: the payout is dated by it (ADR 108).

alter table bank_file_result_rows add column day date;
