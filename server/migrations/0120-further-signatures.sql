-- Signatures of passkeys behind recharges that were approved and behind changes of passkeys (ADR 97); older releases leave none.
create table recharge_signatures (
  recharge_id bigint primary key references recharges,
  signature_id bigint not null unique references passkey_signatures
);
create trigger recharge_signatures_kept before update or delete on recharge_signatures
  for each row execute function refuse_change();

-- Which signature stands behind a passkey that was added beside others, or removed by its owner.
create table passkey_change_signatures (
  passkey_id integer not null references passkeys,
  change text not null check (change in ('add', 'remove')),
  signature_id bigint not null unique references passkey_signatures,
  primary key (passkey_id, change)
);
create trigger passkey_change_signatures_kept before update or delete on passkey_change_signatures
  for each row execute function refuse_change();

-- Which signature stands behind the confirmation of a proposal.
create table proposal_signatures (
  proposal_id integer primary key references proposals,
  signature_id bigint not null unique references passkey_signatures
);
create trigger proposal_signatures_kept before update or delete on proposal_signatures
  for each row execute function refuse_change();
