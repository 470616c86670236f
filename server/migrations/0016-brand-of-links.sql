-- The page of an invitation wears the brand under which it was made, also where both brands share one address (D12).

alter table signing_links add column brand smallint check (brand in (1, 2));
