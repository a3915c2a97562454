-- Names are searched in one spelling: packages/contract/src/folded-text.ts folds the same way, held together by a test.

create function fold_text(text) returns text
language plpgsql immutable parallel safe strict
as $$
declare folded text := lower($1);
begin
  -- Most texts have nothing but ASCII, and to normalize takes longer than all else.
  if folded ~ '[^\x01-\x7f]' then
    folded := lower(normalize($1, NFKC));
    folded := normalize(regexp_replace(normalize(folded, NFD), '[\u0300-\u036f]', '', 'g'), NFC);
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o');
    folded := replace(replace(replace(replace(folded, 'ł', 'l'), 'đ', 'd'), 'ı', 'i'), 'ς', 'σ');
  end if;
  return replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
end $$;

-- The folded words; each once more from its end, behind '<', so that a slip in its first half is found by the second half. Thai, Khmer,
-- Japanese and others write no spaces: of their words every ending counts as a word.
create function search_words(label text, person text) returns tsvector
language plpgsql immutable parallel safe
as $$
declare
  words text[] := '{}';
  word text;
begin
  foreach word in array regexp_split_to_array(
    fold_text(coalesce(label, '') || ' ' || coalesce(person, '')),
    '[\s -/:-@[-`{-¿\u2000-\u206f\u3000-\u303f]+'
  ) loop
    continue when word = '';
    word := left(word, 60);
    words := words || word || ('<' || reverse(word));
    if word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]' then
      for start in 2..length(word) loop
        words := words || substr(word, start);
      end loop;
    end if;
  end loop;
  return array_to_tsvector(words);
end $$;

-- Under their names, because a job of versions without this migration sorts their new entries in. These versions go on to find names, by
-- looking through the newest.
drop index stops_words;
create index stops_words on stops using gin (search_words(label, reference_person))
  with (gin_pending_list_limit = 65536) where deleted = false;
drop index clients_words;
create index clients_words on clients using gin (search_words(label, reference_person)) where deleted = false;
