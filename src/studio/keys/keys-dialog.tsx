import { type KeyboardEvent, useContext, useState } from 'react';
import { Dialog } from '../panes/dialog.tsx';
import { chordOf, KEYS, type KeyName, whatOf } from './keys.ts';
import { KeysContext, useKeys } from './use-keys.ts';
import './keys.css';

const HELD: ReadonlySet<string> = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Fn']);

/** What keys do, and which of them somebody has otherwise. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const store = useContext(KeysContext);
  const keys = useKeys();
  /** The one whose new keys are pressed next. */
  const [changed, setChanged] = useState<KeyName>();
  const [said, setSaid] = useState('');

  const hear = (event: KeyboardEvent): void => {
    if (changed === undefined) return;
    // Whoever goes on by Tab leaves it as it was.
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat || HELD.has(event.key)) return;
    if (event.key === 'Escape') {
      setChanged(undefined);
      setSaid('It is as it was.');
      return;
    }
    const chord = chordOf(event.nativeEvent);
    const refused = keys.refuse(changed, chord);
    setSaid(refused ?? '');
    if (refused !== undefined) return;
    store.choose(changed, chord);
    setSaid(`${store.snapshot().say(changed)} is “${whatOf(changed)}” now.`);
    setChanged(undefined);
  };

  return (
    <Dialog title="Keys" onClose={onClose}>
      <p className="st-soft">
        On a keyboard without ⌘ it is Ctrl, and Alt is ⌥. Esc closes what lies over the rest. Lines of the
        outline are dragged by the pointer, too. What you change here is so for you, in this browser.
      </p>
      <label className="st-choice">
        <input
          type="checkbox"
          checked={keys.hearLetters}
          onChange={({ currentTarget }) => store.hearLetters(currentTarget.checked)}
        />
        Letters, digits and signs do something by themselves, where nothing is typed
      </label>
      <p role="status" className="st-keys-said">
        {said}
      </p>
      <dl className="st-keys">
        {KEYS.map((line) => (
          <div key={line.what}>
            <dt>
              <kbd>{'name' in line ? keys.say(line.name) : line.shown}</kbd>
            </dt>
            <dd>{line.what}</dd>
            {'name' in line ? (
              <dd className="st-keys-hands">
                {keys.chosen[line.name] === undefined ? null : (
                  <button
                    type="button"
                    aria-label={`As it was: ${line.what}`}
                    onClick={({ currentTarget }) => {
                      // It goes with that.
                      if (currentTarget.nextElementSibling instanceof HTMLElement)
                        currentTarget.nextElementSibling.focus();
                      const refused = keys.refuseFirst(line.name);
                      if (refused === undefined) store.choose(line.name, undefined);
                      setSaid(refused ?? `${store.snapshot().say(line.name)} is “${line.what}” again.`);
                    }}
                  >
                    As it was
                  </button>
                )}
                <button
                  type="button"
                  aria-label={`${changed === line.name ? 'Press keys…' : 'Change'}: ${line.what}`}
                  onClick={() => {
                    setChanged(line.name);
                    setSaid(`Press new keys for “${line.what}”. Esc leaves it as it is.`);
                  }}
                  onKeyDown={hear}
                  onBlur={() => setChanged(undefined)}
                >
                  {changed === line.name ? 'Press keys…' : 'Change'}
                </button>
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      {Object.keys(keys.chosen).length === 0 && keys.hearLetters ? null : (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            currentTarget.closest('dialog')?.querySelector('button')?.focus();
            store.reset();
            setSaid('All keys are as they were first.');
          }}
        >
          All as they were
        </button>
      )}
    </Dialog>
  );
}
