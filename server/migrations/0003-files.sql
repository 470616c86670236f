-- Uploaded files: what they are, who brought them, and which record they belong to (D5).

create table files (
  file_id uuid primary key,
  store_key text not null unique,
  kind text not null,
  name text not null,
  content text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  uploader_id integer not null references accounts,
  -- A row is written before its bytes arrive, so that a crash leaves nothing unaccounted for.
  state text not null check (state in ('arriving', 'stored')),
  uploaded_at timestamptz not null,
  -- Set once, together, when a record takes the file.
  provider_id integer references providers,
  attached_kind text,
  attached_id text,
  attached_at timestamptz,
  check ((attached_kind is null) = (attached_at is null)),
  check ((attached_kind is null) = (provider_id is null))
);
create index files_unattached on files (uploaded_at) where attached_at is null;
create index files_by_record on files (attached_kind, attached_id) where attached_at is not null;
