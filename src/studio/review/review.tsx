import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ReviewNeed } from '#src/server/registry/review-needs.ts';
import type { Fixtures } from '../load.ts';
import { Changes } from './changes.tsx';
import type { Drawn } from './drawing.ts';
import { Differences, Pictures } from './pictures.tsx';
import { useDrawings, type Verdict } from './use-drawings.ts';
import { acknowledgedIn, needsOf, openVersion, pairStates, type StatePair } from './versions.ts';
import { sceneOf, type Version } from '../model/version.ts';
import { titleOf } from './words.ts';
import './review.css';

export interface ReviewProps {
  readonly title: string;
  readonly before: Pick<Version, 'files'>;
  readonly after: Pick<Version, 'files'>;
  /** Paths that are not the same. */
  readonly changed: ReadonlySet<string>;
  readonly fixtures: Fixtures;
  /** What can be done with it; gets what of the change somebody else must approve. */
  readonly children: (needs: readonly ReviewNeed[]) => ReactNode;
}

const SAID: { readonly [verdict in Verdict]: string } = {
  waits: 'not compared yet',
  same: 'unchanged',
  other: '',
  unreached: 'cannot be reached',
};

const WHY: { readonly [kind in ReviewNeed['kind']]: string } = {
  money: 'it moves money, or says where calls and links go',
  consent: 'it asks for consent',
  legal: 'it shows a legal document',
};

/** What one version changes of another: in words, in pictures of every state that it touches, and what stays. */
export function Review({ title, before, after, changed, fixtures, children }: ReviewProps) {
  const old = useMemo(() => openVersion(before.files), [before.files]);
  const young = useMemo(() => openVersion(after.files), [after.files]);
  const needs = useMemo(() => needsOf(old, young), [old, young]);
  const acknowledged = useMemo(() => acknowledgedIn(young, changed), [young, changed]);
  const pairs = useMemo(() => pairStates(old, young, fixtures), [old, young, fixtures]);
  const { drawings, verdictOf, waiting, take } = useDrawings(pairs.toDraw);
  const [chosen, setChosen] = useState<string>();
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [share, setShare] = useState<number>();
  const [shown, setShown] = useState<string>();

  const others = pairs.toDraw.filter((pair) => verdictOf(pair) !== 'same');
  const pair = pairs.toDraw.find(({ key }) => key === chosen) ?? others[0];
  const changing = others.length - waiting.length;
  const at = others.findIndex(({ key }) => key === pair?.key);
  const shownKey = pair && `${pair.key} ${theme}`;
  // One frame at a time is brought to its state: only one can have the keyboard.
  const behind = pair === undefined || shown === shownKey ? waiting[0] : undefined;

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const by = { j: 1, k: -1 }[event.key.toLowerCase()];
      const next = by === undefined ? undefined : others[at + by];
      if (next !== undefined) setChosen(next.key);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [others, at]);

  const scenes = ({ before: was, after: is, language }: StatePair, as: 'light' | 'dark') => ({
    before: was && sceneOf(old, fixtures, was, { language, theme: as, textScale: 1 }),
    after: is && sceneOf(young, fixtures, is, { language, theme: as, textScale: 1 }),
  });
  const keep = (one: StatePair, drawn: Drawn): void => take(one.key, drawn);
  const unchanged = [...pairs.unchanged, ...pairs.toDraw.filter((one) => verdictOf(one) === 'same')];

  return (
    <main className="st-review" aria-label="Review">
      <div className="st-review-left">
        <h1>{title}</h1>
        <section aria-label="What changed">
          <h2>What changed</h2>
          <Changes before={before.files} after={after.files} changed={changed} />
        </section>
        <Needs needs={needs} />
        {acknowledged.length === 0 ? null : (
          <section aria-label="Warnings that are meant">
            <h2>Warnings that are meant</h2>
            <ul className="st-changes">
              {acknowledged.map(({ file, pointer, code, message, reason }) => (
                <li key={`${file} ${pointer} ${code}`}>
                  {titleOf(file)}: {message} <q>{reason}</q>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <section className="st-review-middle" aria-label="Pictures">
        <h2>
          {changing} {changing === 1 ? 'state changes' : 'states change'}
        </h2>
        <p className="st-soft" role="status">
          {waiting.length === 0
            ? 'Every state was compared.'
            : `${pairs.toDraw.length - waiting.length} of ${pairs.toDraw.length} states that may change are compared.`}
        </p>
        {pair === undefined ? null : (
          <>
            <div className="st-tools">
              <label className="st-choice">
                <span>State</span>
                <select value={pair.key} onChange={({ target }) => setChosen(target.value)}>
                  {groupByScreen([...others, ...(at < 0 ? [pair] : [])]).map(([screen, states]) => (
                    <optgroup key={screen} label={screen}>
                      {states.map((one) => (
                        <option key={one.key} value={one.key}>
                          {[`${one.title} (${one.language})`, SAID[verdictOf(one)]]
                            .filter((words) => words !== '')
                            .join(', ')}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </select>
              </label>
              <button
                type="button"
                aria-keyshortcuts="K"
                disabled={at <= 0}
                onClick={() => setChosen(others[at - 1]?.key)}
              >
                Previous
              </button>
              <button
                type="button"
                aria-keyshortcuts="J"
                disabled={at < 0 || at === others.length - 1}
                onClick={() => setChosen(others[at + 1]?.key)}
              >
                Next
              </button>
              <label className="st-choice">
                <input
                  type="checkbox"
                  checked={theme === 'dark'}
                  onChange={({ target }) => setTheme(target.checked ? 'dark' : 'light')}
                />
                <span>Dark</span>
              </label>
              <label className="st-choice">
                <input
                  type="checkbox"
                  checked={share !== undefined}
                  onChange={({ target }) => setShare(target.checked ? 50 : undefined)}
                />
                <span>One over the other</span>
              </label>
              {share === undefined ? null : (
                <label className="st-choice">
                  <span>After</span>
                  <input
                    type="range"
                    min={0}
                    max={100}
                    value={share}
                    onChange={({ target }) => setShare(Number(target.value))}
                  />
                </label>
              )}
            </div>
            <Pictures
              key={shownKey}
              pair={pair}
              {...scenes(pair, theme)}
              share={share}
              onDrawn={(drawn) => {
                setShown(shownKey);
                keep(pair, drawn);
              }}
            />
            <Differences drawn={drawings.get(pair.key)} />
          </>
        )}
        <Unchanged pairs={unchanged} />
        {behind === undefined ? null : (
          <div className="st-behind" aria-hidden="true">
            <Pictures
              key={behind.key}
              pair={behind}
              {...scenes(behind, 'light')}
              onDrawn={(drawn) => keep(behind, drawn)}
            />
          </div>
        )}
      </section>
      <div className="st-review-right">{children(needs)}</div>
    </main>
  );
}

function groupByScreen(
  pairs: readonly StatePair[],
): readonly [screen: string, pairs: readonly StatePair[]][] {
  const screens = new Set(pairs.map(({ screen }) => screen));
  return [...screens].map((screen) => [screen, pairs.filter((pair) => pair.screen === screen)]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select');
}

function Needs({ needs }: { readonly needs: readonly ReviewNeed[] }) {
  if (needs.length === 0) return null;
  return (
    <section aria-label="A second person">
      <h2>Somebody else must approve</h2>
      <ul className="st-changes">
        {needs.map(({ kind, subject }) => (
          <li key={`${kind} ${subject}`}>
            {subject.includes('/') ? titleOf(subject) : `Screen ${subject}`}: {WHY[kind]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** States that are the same in both, by screen. */
function Unchanged({ pairs }: { readonly pairs: readonly StatePair[] }) {
  return (
    <details className="st-unchanged">
      <summary>
        {pairs.length} {pairs.length === 1 ? 'state is' : 'states are'} proven unchanged
      </summary>
      <dl>
        {groupByScreen(pairs).map(([screen, states]) => (
          <div key={screen}>
            <dt>{screen}</dt>
            <dd>{states.map(({ title, language }) => `${title} (${language})`).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
