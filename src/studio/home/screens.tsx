import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { NEW_DRAFT } from '#src/shared/studio-address.ts';
import type { LiveScreen } from '#src/shared/registry/home.ts';
import { useKeyDown } from '../keys/use-key-down.ts';
import { useKeys } from '../keys/use-keys.ts';
import { findScreens, groupScreens } from '../screens/groups.ts';
import { addressOf, newScreenAddress } from './home-addresses.ts';
import { Picture } from '../pictures/picture.tsx';

export interface ScreensProps {
  readonly screens: readonly LiveScreen[];
  /** The draft in which a screen opens; undefined: a new one. */
  readonly draft: string | undefined;
  readonly mayEdit: boolean;
}

/** All screens of the live release, in groups, with a search. */
export function Screens({ screens, draft = NEW_DRAFT, mayEdit }: ScreensProps) {
  const [wanted, setWanted] = useState('');
  const search = useDeferredValue(wanted);
  const groups = useMemo(() => groupScreens(findScreens(screens, search)), [screens, search]);
  const box = useRef<HTMLInputElement>(null);
  const keys = useKeys();
  useKeyDown((event) => {
    const name = keys.nameOf(event);
    if (name !== 'palette' && name !== 'search') return;
    event.preventDefault();
    box.current?.focus();
  });
  return (
    <section className="ho-card ho-screens" aria-label="Screens">
      <div className="ho-screens-head">
        <h2>Screens</h2>
        {mayEdit ? (
          <a className="st-tab" href={newScreenAddress(draft)}>
            + New screen
          </a>
        ) : null}
        <label className="st-choice">
          Search
          <input
            ref={box}
            type="search"
            value={wanted}
            aria-keyshortcuts={keys.shortcut('palette')}
            onChange={({ target }) => setWanted(target.value)}
          />
        </label>
      </div>
      <p className="st-soft">
        {mayEdit && draft !== NEW_DRAFT
          ? 'A screen opens in your last draft.'
          : mayEdit
            ? 'A screen opens in a new draft, which your first change creates.'
            : 'A screen opens for reading.'}
      </p>
      {screens.length === 0 ? <p>There are no screens yet.</p> : null}
      <p role="status">
        {screens.length > 0 && groups.length === 0
          ? `No title has “${search}”. To search the words of all screens, open a screen and press Ctrl+K.`
          : ''}
      </p>
      {groups.map(({ title, screens: own }) => (
        <details key={own[0]?.id} open>
          <summary>
            <h3>{title}</h3> <span className="st-soft">{own.length}</span>
          </summary>
          <ul className="ho-grid">
            {own.map((screen) => (
              <li key={screen.id}>
                <a href={addressOf(draft, screen.id)}>
                  <Picture pictured={{ screen: screen.id }} />
                  <span>{screen.title}</span>
                  <span className="ho-id st-soft">{screen.id}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
