-- Two people may say that a payout which succeeded came back (ADR 100). An older release knows two outcomes and would move the money of a
-- third as if the transfer had failed: it does not decide about these.
alter table transfer_resolutions drop constraint transfer_resolutions_outcome_check,
  add constraint transfer_resolutions_outcome_check check (outcome in ('succeeded', 'failed', 'returned')) not valid;

create function refuse_older_returns() returns trigger language plpgsql as $$
begin
  if coalesce(nullif(current_setting('paywages.release', true), ''), '0')::int < 121 then
    raise exception 'a release below 0121 decides about no registered return';
  end if;
  return new;
end $$;
create trigger transfer_resolutions_returns before update on transfer_resolutions
  for each row when (new.outcome = 'returned' and new.status = 'confirmed') execute function refuse_older_returns();

-- What whoever proposes a change lays beside it for the second person.
create table proposal_files (
  proposal_id integer not null references proposals,
  file_id uuid primary key references files,
  added_at timestamptz not null
);
create index proposal_files_by_proposal on proposal_files (proposal_id);

-- Every super manager there ever was: where there is another, time does not stand in for a second person.
create view super_manager_accounts as select account_id from accounts where super_manager;
