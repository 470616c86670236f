-- A code for the first factor takes a few wrong guesses and is void then (ADR 93); older releases do not count.
alter table enrolment_codes add column guesses smallint not null default 0;
