-- What a started batch orders of the bank is fixed at its start, under a key that the database does not know (D17).

-- One for each two hundred rows: the HMAC of what the bank is told of them.
create table order_digests (
  batch_id bigint not null,
  piece integer not null,
  key_id text not null,
  digest bytea not null,
  primary key (batch_id, piece)
);

-- Set while orders differ from what was approved; nothing of the batch is sent meanwhile.
alter table transfer_queues add column paused_at timestamptz;

-- step: index
create index concurrently transfer_queues_paused on transfer_queues (batch_id) where paused_at is not null;
