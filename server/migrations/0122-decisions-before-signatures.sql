-- What people with a passkey had decided before such decisions were signed (0120): `npm run verify` asks no signature of these (ADR 97).
-- Filled here and never again.
create table decisions_before_signatures (
  kind text not null check (kind in ('recharge', 'proposal', 'add-passkey', 'remove-passkey')),
  record_id bigint not null,
  primary key (kind, record_id)
);

insert into decisions_before_signatures (kind, record_id)
select 'recharge', r.recharge_id from recharges r
where r.status = 'approved' and exists (select from passkeys k where k.account_id = r.decided_by)
  and not exists (select from recharge_signatures s where s.recharge_id = r.recharge_id)
union all
select 'proposal', p.proposal_id from proposals p
where p.state = 'done' and exists (select from passkeys k where k.account_id = p.decided_by)
  and not exists (select from proposal_signatures s where s.proposal_id = p.proposal_id)
union all
select 'add-passkey', k.passkey_id from passkeys k
where not exists (select from passkey_change_signatures s where s.passkey_id = k.passkey_id and s.change = 'add')
union all
select 'remove-passkey', k.passkey_id from passkeys k
where k.removed_at is not null
  and not exists (select from passkey_change_signatures s where s.passkey_id = k.passkey_id and s.change = 'remove');

create trigger decisions_before_signatures_kept before insert or update or delete on decisions_before_signatures
  for each row execute function refuse_change();
