import { useCallback, useMemo, useState } from 'react';
import { graphOf, type ScreenEdge } from '#renderer/grammar/screen-graph.ts';
import { screenTitleOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import { nameOf, screensWith } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { sceneOf, statesOfScreen, type Version } from '../model/version.ts';
import type { Fixtures } from '../load.ts';
import { Choice } from '../panes/choice.tsx';
import { shortestPath } from './paths.ts';
import { Play } from './play.tsx';
import { Drawing } from './drawing.tsx';
import { marksOf, type MapScreen, readScreens, screenName } from './screens-map.ts';
import './map.css';

export interface MapProps {
  readonly view: WorkspaceView;
  readonly version: Version | undefined;
  readonly fixtures: Fixtures;
  /** Language, theme and other settings of the preview. */
  readonly drawn: Parameters<typeof sceneOf>[3];
  /** The open screen. */
  readonly screen: string;
  onOpen(screen: string): void;
  onShow(place: Selection): void;
}

/** A reference to a screen that does not exist. */
interface BrokenLink extends Selection {
  readonly from: readonly string[];
  readonly message: string;
}

/** The graph of screens, as a drawing and as a list with the same content. */
export function ScreenMap({ view, version, fixtures, drawn, screen, onOpen, onShow }: MapProps) {
  const { good } = view;
  const graph = useMemo(() => (good && graphOf(good)) ?? { screens: [], edges: [] }, [good]);
  const screens = useMemo(() => readScreens(graph, (id) => screenTitleOf(view, id)), [graph, view]);
  const broken = useMemo(() => brokenIn(view), [view]);
  const withBroken = useMemo(() => new Set(broken.flatMap(({ from }) => from)), [broken]);
  const [chosen, setChosen] = useState(screen);
  const [played, setPlayed] = useState<Played>();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = screens.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words));
  const defaultScene = useCallback(
    (id: string) => {
      const states = version ? statesOfScreen(version, fixtures, id) : [];
      const state = states.find(({ name }) => name === 'content') ?? states[0];
      return version && state && sceneOf(version, fixtures, state, drawn);
    },
    [version, fixtures, drawn],
  );
  return (
    <section className="st-map" aria-label="Map">
      <Drawing {...{ graph, screens, chosen }} broken={withBroken} onChoose={setChosen} onOpen={onOpen} />
      <div className="st-map-list">
        {played === undefined ? (
          <Start
            screens={screens}
            first={screen}
            onPlay={(one) => {
              setPlayed(one);
              setChosen(one.from);
            }}
          />
        ) : (
          <Play
            {...played}
            screens={screens}
            sceneOf={defaultScene}
            onChoose={setChosen}
            onClose={() => setPlayed(undefined)}
          />
        )}
        {broken.length === 0 ? null : (
          <ul aria-label="Broken links">
            {broken.map(({ file, pointer, from, message }) => (
              <li key={`${file} ${pointer}`}>
                <button type="button" onClick={() => onShow({ file, pointer })}>
                  {from.map((id) => screenName(screens, id)).join(', ') || nameOf(file)}
                  <span className="st-mark st-bad">broken</span>
                  <span className="st-soft">{message}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          type="search"
          aria-label="Find a screen"
          placeholder="Find a screen"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {found.length > 0 ? null : (
          <p className="st-soft" role="status">
            No screen has this name.
          </p>
        )}
        <ul aria-label="Screens and their links">
          {found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                title={one.id}
                aria-current={one.id === chosen || undefined}
                onFocus={() => setChosen(one.id)}
                onMouseEnter={() => setChosen(one.id)}
                onClick={() => onOpen(one.id)}
              >
                {one.name}
                {marksOf(one).map((mark) => (
                  <span key={mark} className="st-mark">
                    {mark}
                  </span>
                ))}
                {[...new Set(one.out.map((link) => sayLink(screens, link)))].map((link) => (
                  <span key={link} className="st-soft">
                    {link}
                  </span>
                ))}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A path to play: its first screen, and its edges if the last screen was chosen. */
interface Played {
  readonly from: string;
  readonly path: readonly ScreenEdge[] | undefined;
}

interface StartProps {
  readonly screens: readonly MapScreen[];
  readonly first: string;
  onPlay(played: Played): void;
}

/** Chooses the first and the last screen of a path. */
function Start({ screens, first, onPlay }: StartProps) {
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState('');
  const ends = screens.filter(({ id }) => id !== from && shortestPath(screens, from, id) !== undefined);
  const end = ends.some(({ id }) => id === to) ? to : '';
  return (
    <div className="st-play-choice" role="group" aria-label="Play a path">
      <Choice
        label="From"
        value={from}
        options={screens.map(({ id, name }) => [id, name])}
        onChoose={setFrom}
      />
      <Choice
        label="To"
        value={end}
        options={[['', 'wherever I go'], ...ends.map(({ id, name }) => [id, name] as const)]}
        onChoose={setTo}
      />
      <button
        type="button"
        onClick={() => onPlay({ from, path: end === '' ? undefined : shortestPath(screens, from, end) })}
      >
        Play
      </button>
    </div>
  );
}

/** References to missing screens. The drawing shows the last readable version, so they are listed as well. */
function brokenIn(view: WorkspaceView): readonly BrokenLink[] {
  return view.problems.flatMap(({ code, file, pointer, message }) =>
    code === 'screen/unknown' ? [{ file, pointer, message, from: screensWith(view, file) }] : [],
  );
}

/** The screen that a link leads to, and the words of its button if they differ from the title. */
function sayLink(screens: readonly MapScreen[], { to, by }: MapScreen['out'][number]): string {
  const name = screenName(screens, to);
  const title = screens.find(({ id }) => id === to)?.title;
  return by === title ? `→ ${name}` : `→ ${name}: “${by}”`;
}
