-- What two people know as paid may be proposed anew until its row is uploaded again (ADR 103): nothing is proposed about it now.
update unknown_debits set proposed_outcome = null, proposed_reason = '', proposed_by = null, proposed_at = null
where outcome = 'paid' and proposed_by is not null;
