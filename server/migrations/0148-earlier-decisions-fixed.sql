-- Approvals that the audit log does not have, from before `npm run verify` asked for that (ADR 111). Filled here and never again.
create table decisions_before_log (
  kind text not null check (kind in ('approval', 'recharge', 'proposal')),
  record_id bigint not null,
  primary key (kind, record_id)
);

insert into decisions_before_log (kind, record_id)
select 'approval', a.approval_id from payout_approvals a
where a.passed and a.step in ('audit', 'review', 'start') and not exists (
  select from audit_entries e where e.action = case when a.account_id is null then 'adopt-batch' else a.step || '-batch' end
    and e.object_kind = 'payout-batch' and e.object_id = a.batch_id::text and e.account_id is not distinct from a.account_id
    and (e.at = a.at or a.step = 'start') and e.result = 'done' and coalesce(e.after->>'status', '') not like '%rejected')
union all
select 'recharge', r.recharge_id from recharges r
where r.status = 'approved' and not exists (
  select from audit_entries e where e.action = 'audit-recharge' and e.object_kind = 'recharge' and e.object_id = r.recharge_id::text
    and e.account_id = r.decided_by and e.at = r.decided_at and e.result = 'done' and coalesce(e.after->>'status', '') not like '%rejected')
union all
select 'proposal', p.proposal_id from proposals p
where p.state = 'done' and not exists (
  select from audit_entries e where e.action = case when p.decided_by is null then 'carry-out-change' else 'confirm-change' end
    and e.object_kind = 'proposal' and e.object_id = p.proposal_id::text and e.account_id is not distinct from p.decided_by
    and e.at = p.decided_at and e.result = 'done');

create trigger decisions_before_log_kept before insert or update or delete on decisions_before_log
  for each row execute function refuse_change();

-- Both lists are fixed by a digest in the audit log, which is anchored where the database does not reach: whoever adds to one past its
-- trigger is found by `npm run verify`.
insert into audit_entries (at, account, real_name, address, request_id, action, object_kind, object_id, result, after)
select now(), '', '', '', 'migration', 'fix-earlier-decisions', 'decisions', '0148', 'done', jsonb_build_object(
  'count', count(*),
  'digest', encode(sha256(convert_to(coalesce(string_agg(line, E'\n' order by line collate "C"), ''), 'UTF8')), 'hex'))
from (
  select 'unsigned ' || kind || ' ' || record_id as line from decisions_before_signatures
  union all select 'unlogged ' || kind || ' ' || record_id from decisions_before_log) earlier;
