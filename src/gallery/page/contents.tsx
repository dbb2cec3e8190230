import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { GalleryScreen, GalleryWidget } from '../answers.ts';
import { Faults } from './faults-list.tsx';
import { useGallery } from './use-contents.ts';

interface Entry {
  readonly address: string;
  readonly title: string;
  readonly note: string;
  /** Lower case; what the filter looks in. */
  readonly words: string;
}

/** The first page: the project's widgets, and its screens with their states. */
export function Contents() {
  const { contents } = useGallery();
  const { name, widgets, screens, config } = contents;
  const [filter, setFilter] = useState('');
  const [, go] = useLocation();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${name}: widgets and screens`;
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      search.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, [name]);
  const found = (entries: readonly Entry[]) => entries.filter((entry) => matches(entry, filter));
  const own = found(widgets.map(entryOfWidget));
  const states = screens.map((screen) => ({ screen, entries: found(entriesOfScreen(screen)) }));
  const all = [...own, ...states.flatMap(({ entries }) => entries)];
  const openFirst = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter' && all[0] !== undefined) go(all[0].address);
    if (key === 'Escape') setFilter('');
  };
  return (
    <main className="dev-page dev-contents">
      <header>
        <h1>{name}</h1>
        <label className="dev-search">
          <span className="cz-visually-hidden">Filter</span>
          <input
            ref={search}
            type="search"
            placeholder="Filter"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
            onKeyDown={openFirst}
            aria-describedby="dev-search-keys"
          />
          <small id="dev-search-keys">Press / to filter, Enter to open the first</small>
        </label>
        <p role="status" className="cz-visually-hidden">
          {filter === '' ? '' : `${all.length} found`}
        </p>
      </header>
      <Faults />
      <section aria-labelledby="dev-widgets">
        <h2 id="dev-widgets">Widgets</h2>
        {widgets.length === 0 ? (
          <p className="dev-note">
            {config === undefined ? 'There is no capiz.config.mjs. ' : `${config} lists no widget. `}
            <code>npx capiz new widget opening-hours</code> makes a widget and lists it there.
          </p>
        ) : (
          <Entries entries={own} />
        )}
      </section>
      <section aria-labelledby="dev-screens">
        <h2 id="dev-screens">Screens</h2>
        {states.map(({ screen, entries }) =>
          entries.length === 0 && filter !== '' ? null : (
            <div key={screen.id} className="dev-screen">
              <h3>{screen.title}</h3>
              {screen.states.length === 0 ? (
                <p className="dev-note">
                  No states. States need a scenario: <code>npx capiz new scenario {screen.id}</code>
                </p>
              ) : (
                <Entries entries={entries} />
              )}
            </div>
          ),
        )}
      </section>
    </main>
  );
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return <p className="dev-note">Nothing has these words.</p>;
  return (
    <ul className="dev-entries">
      {entries.map(({ address, title, note }) => (
        <li key={address}>
          <Link href={address}>{title}</Link>
          {note === '' ? null : <small>{note}</small>}
        </li>
      ))}
    </ul>
  );
}

function entryOfWidget({ type, title, description, members, examples }: GalleryWidget): Entry {
  const names = members.map(({ name }) => name);
  return {
    address: `/widgets/${type}`,
    title,
    note: description,
    words: [type, title, description, ...names, ...examples.map((one) => one.title)].join(' ').toLowerCase(),
  };
}

function entriesOfScreen({ id, title, states }: GalleryScreen): Entry[] {
  return states.map((state) => ({
    address: `/screens/${id}/${state.name}`,
    title: state.title,
    note: '',
    words: [id, title, state.name, state.title, state.shows].join(' ').toLowerCase(),
  }));
}

function matches({ words }: Entry, filter: string): boolean {
  const wanted = filter.trim().toLowerCase().split(/\s+/);
  return wanted.every((word) => words.includes(word));
}
