import { isolate, settle } from '../plan/isolate.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FoundOptions, MAX_RENDERED } from './found-options.tsx';
import { Icon } from './icon.tsx';
import type { Selection } from './selection.ts';
import { SourceStatus } from './source-status.tsx';
import type { Lookup, Place } from '../plan/lookup.ts';
import type { Say } from '../plan/words.ts';

interface LookedUpPlacesProps {
  /** Unique on the page. */
  readonly id: string;
  readonly label: string | undefined;
  lookUp(): Lookup;
  readonly selection: Selection;
  readonly say: Say;
  onSelect(selection: Selection): void;
}

/** Places from a service: one level at a time, or the results of a search. */
export function LookedUpPlaces({ lookUp, ...rest }: LookedUpPlacesProps) {
  const lookup = useLookup(lookUp);
  if (lookup === undefined) return <SourceStatus source="loading" onRetry={() => {}} say={rest.say} />;
  return <Places lookup={lookup} {...rest} />;
}

/** Created when the sheet opens, because it reads from a service; closed with the sheet. */
function useLookup(lookUp: () => Lookup): Lookup | undefined {
  const [lookup, setLookup] = useState<Lookup>();
  const latest = useRef(lookUp);
  useEffect(() => {
    const opened = latest.current();
    setLookup(opened);
    return () => opened.close();
  }, []);
  return lookup;
}

type PlacesProps = Omit<LookedUpPlacesProps, 'lookUp'> & { readonly lookup: Lookup };

function Places({ id, label, lookup, selection, say, onSelect }: PlacesProps) {
  const { path, places, phase } = useSyncExternalStore(lookup.subscribe, lookup.snapshot);
  const [isSeeking, setSeeking] = useState(false);
  const here = path.at(-1);
  const top = useRef<HTMLDivElement>(null);
  const depth = useRef(path.length);
  // The button that was tapped is removed, and the focus with it.
  useEffect(() => {
    if (depth.current !== path.length) top.current?.focus();
    depth.current = path.length;
  }, [path.length]);
  const ways = places.filter((place) => place.hasPlaces === true);
  // The open place can be chosen itself, if the service allows it.
  const ends = [
    ...(here === undefined || isSeeking ? [] : [here]),
    ...places.filter((place) => place.hasPlaces !== true),
  ];
  const go = (act: () => void) => {
    setSeeking(false);
    act();
  };
  return (
    <div
      ref={top}
      tabIndex={-1}
      className="cz-stack"
      role="group"
      aria-label={here === undefined ? label : settle(here.name)}
    >
      {here === undefined ? null : (
        <button type="button" className="cz-option cz-option-way" onClick={() => go(lookup.leave)}>
          <span className="cz-option-face">
            <Icon name="back" />
            <span className="cz-option-words">{`${say('Back')}: ${isolate(here.name)}`}</span>
          </span>
        </button>
      )}
      <FoundOptions
        // A new level starts with an empty search field.
        key={here?.code ?? ''}
        id={id}
        label={label}
        options={ends.flatMap(toOption)}
        selection={selection}
        say={say}
        onSelect={onSelect}
        onSearch={(words) => {
          setSeeking(words.trim() !== '');
          lookup.seek(words);
        }}
        status={
          phase === 'there' ? undefined : (
            <SourceStatus
              source={phase === 'failed' ? 'failed' : 'loading'}
              onRetry={lookup.retry}
              say={say}
            />
          )
        }
        ways={{
          count: ways.length,
          drawn: <Ways places={ways} onOpen={(place) => go(() => lookup.enter(place))} />,
        }}
      />
    </div>
  );
}

function Ways({ places, onOpen }: { readonly places: readonly Place[]; onOpen(place: Place): void }) {
  if (places.length === 0) return null;
  return (
    <div className="cz-options cz-options-list">
      {places.slice(0, MAX_RENDERED).map((place) => (
        <button
          key={place.code}
          type="button"
          className="cz-option cz-option-way"
          aria-haspopup="true"
          onClick={() => onOpen(place)}
        >
          <span className="cz-option-face">
            <span className="cz-option-words">
              <span>{settle(place.name)}</span>
              {place.within === undefined ? null : (
                <>
                  {' '}
                  <span className="cz-option-note">{place.within}</span>
                </>
              )}
            </span>
            <Icon name="forward" size="small" />
          </span>
        </button>
      ))}
    </div>
  );
}

function toOption({ code, name, value, within }: Place) {
  if (value === undefined) return [];
  return [{ key: code, value, text: name, ...(within !== undefined && { note: within }) }];
}
