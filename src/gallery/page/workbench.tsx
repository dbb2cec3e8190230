import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Faults } from './faults-list.tsx';
import { LookBar, useLookQuery } from './look.tsx';
import { useGallery } from './use-contents.ts';

interface WorkbenchProps {
  readonly title: string;
  readonly description?: string;
  /** Label of the list of what the frame can show. */
  readonly listLabel: string;
  readonly list: readonly { readonly address: string; readonly title: string; readonly isShown: boolean }[];
  /** The frame. */
  readonly stage: ReactNode;
  /** Beside the frame. */
  readonly side: ReactNode;
}

/** The page of a widget or a screen: a list, one frame, and what belongs to it. */
export function Workbench({ title, description, listLabel, list, stage, side }: WorkbenchProps) {
  const look = useLookQuery();
  const { name } = useGallery().contents;
  return (
    <div className="dev-page dev-workbench">
      <header>
        <Link href={`/${look}`}>{name}</Link>
        <h1>{title}</h1>
        {description === undefined ? null : <p>{description}</p>}
      </header>
      <nav aria-label={listLabel}>
        <ul>
          {list.map((one) => (
            <li key={one.address}>
              <Link href={one.address} aria-current={one.isShown ? 'page' : undefined}>
                {one.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <LookBar />
        <Faults />
        <div className="dev-stage">{stage}</div>
      </main>
      <aside aria-label="Details">{side}</aside>
    </div>
  );
}

/** What happened in the frame, latest first. */
export function Events({ events, onClear }: { readonly events: readonly string[]; onClear(): void }) {
  return (
    <section aria-labelledby="dev-events">
      <h2 id="dev-events">Events</h2>
      {events.length === 0 ? <p className="dev-note">Use the frame: what it does is listed here.</p> : null}
      <div role="log" aria-labelledby="dev-events" className="dev-events">
        <ol>
          {events.map((words, at) => (
            <li key={events.length - at}>{words}</li>
          ))}
        </ol>
      </div>
      {events.length === 0 ? null : (
        <button type="button" onClick={onClear}>
          Clear
        </button>
      )}
    </section>
  );
}

const MOST_EVENTS = 50;

/** A list of events with another one, for a state setter. */
export function addEvent(words: string): (before: readonly string[]) => readonly string[] {
  return (before) => [words, ...before].slice(0, MOST_EVENTS);
}
