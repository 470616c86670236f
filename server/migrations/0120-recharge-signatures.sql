-- Which signature of a passkey stands behind the approval of a recharge (ADR 97); older releases approve without one.
create table recharge_signatures (
  recharge_id bigint primary key references recharges,
  signature_id bigint not null unique references passkey_signatures
);
create trigger recharge_signatures_kept before update or delete on recharge_signatures
  for each row execute function refuse_change();
