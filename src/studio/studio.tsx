import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { inOneLanguage } from '#src/server/delivery/one-language.ts';
import { listStates, type ScreenState } from '#src/server/reference/states.ts';
import type { Bundle } from './api.ts';
import { contractsOf, type Fixtures } from './load.ts';
import type { Autosave, Saving } from './model/autosave.ts';
import { listKinds, placeFor, writeNode } from './insert/new-node.ts';
import { Insert } from './insert/insert.tsx';
import { insertItem, moveItem, removeItem, repeatItem, setMember, type Edited } from './model/edits.ts';
import { conditionsAround, documentOf, nodeOf, nodesAt, placeOf } from './model/nodes.ts';
import { itemAt, outlineOf, type OutlineItem, type Selection } from './model/outline.ts';
import { screensWith } from './model/uses.ts';
import type { Workspace, WorkspaceView } from './model/workspace.ts';
import { Below, type Shown } from './panes/below.tsx';
import { Palette } from './palette/palette.tsx';
import { Keys } from './panes/keys.tsx';
import { Choice } from './panes/choice.tsx';
import { Left } from './panes/left.tsx';
import { Outline } from './panes/outline.tsx';
import { Preview } from './panes/preview.tsx';
import { Properties } from './properties/properties.tsx';
import type { ReleasesApi } from './releases/releases-api.ts';
import type { Scene, SceneEnd } from './stage/scene.ts';
import { type DrawnIn, StatesView } from './states/states-view.tsx';
import { Visibility } from './visibility/visibility.tsx';
import './studio.css';

export interface StudioProps {
  readonly workspace: Workspace;
  readonly autosave: Autosave;
  readonly fixtures: Fixtures;
  /** What the draft was begun from. */
  readonly base: Bundle;
  readonly releases: ReleasesApi;
  readonly account: { readonly name: string; readonly role: string };
}

const SAVING: { readonly [saving in Saving]: string } = {
  saved: 'Saved',
  saving: 'Saving…',
  offline: 'Not saved: no connection. It is tried again.',
  conflict: 'Not saved: somebody else changed this draft.',
  refused: 'Not saved',
};

/** What fills the window below the top. */
type Room = 'edit' | 'review' | 'releases' | 'states';

/** What is looked at beside the left pane. */
const VIEWS = [
  ['preview', 'Preview'],
  ['texts', 'Texts'],
  ['map', 'Map'],
] as const;

const PHONES = [320, 360, 390, 412, 430] as const;
const PHONE_HEIGHT = 760;

const Releases = lazy(async () => ({ default: (await import('./releases/releases.tsx')).Releases }));
const FlowOfScreens = lazy(async () => ({ default: (await import('./map/map.tsx')).FlowOfScreens }));
const Texts = lazy(async () => ({ default: (await import('./texts/texts.tsx')).Texts }));
const DraftReview = lazy(async () => ({ default: (await import('./review/draft-review.tsx')).DraftReview }));

/** One screen of a draft at a time: what it is made of, how it stands in a state, and what is said of a part of it. */
export function Studio({ workspace, autosave, fixtures, base, releases, account }: StudioProps) {
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const { saving } = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const [screen, setScreen] = useState(() => Object.keys(view.good?.screens ?? {})[0] ?? '');
  const [selection, setSelection] = useState<Selection>();
  const [stateName, setStateName] = useState('content');
  const [language, setLanguage] = useState<string>();
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [textScale, setTextScale] = useState(1);
  const [width, setWidth] = useState<number>(390);
  const [mode, setMode] = useState<'select' | 'use'>('select');
  const [end, setEnd] = useState<SceneEnd>('reached');
  const [below, setBelow] = useState<Shown>({ pane: 'problems' });
  const [room, setRoom] = useState<Room>('edit');
  const [beside, setBeside] = useState<(typeof VIEWS)[number][0]>('preview');
  const [over, setOver] = useState<'palette' | 'keys' | 'insert'>();
  const [looked, setLooked] = useState<Looked>({ good: undefined, screen: '', drawnIn: new Map() });

  const file = `screens/${screen}.screen.json`;
  const edited = selection?.file ?? file;
  const items = useMemo(() => outlineOf(edited, documentOf(view, edited)), [view, edited]);
  const states = useStates(view, fixtures, screen);
  const state = states.find(({ name }) => name === stateName) ?? states[0];
  const languages = view.good?.app?.languages;
  const spoken = language ?? languages?.default ?? 'en';
  const sceneOf = useSceneOf({ view, fixtures, assets: base.assets, language: spoken, theme, textScale });
  const scene = useMemo(() => state && sceneOf(state), [state, sceneOf]);
  // What was seen before an edit says nothing of what is seen after it.
  const drawnIn = looked.good === view.good && looked.screen === screen ? looked.drawnIn : NOTHING_SEEN;

  const open = useCallback((next: string) => {
    setScreen(next);
    setSelection(undefined);
    setStateName('content');
    setBeside('preview');
    setRoom('edit');
  }, []);

  /** Shows a place on the screen that is open, or on the first that has it. */
  const show = (place: Selection, wanted = screen): void => {
    const having = screensWith(view, place.file);
    const next = having.includes(wanted) ? wanted : (having[0] ?? screen);
    if (next !== screen) open(next);
    setSelection(place);
    setBeside('preview');
    setRoom('edit');
  };

  /** An edit of the selected document, by which something stays selected. */
  const change = useCallback(
    (
      label: string,
      edit: (source: { path: string; text: string }) => Edited,
      place: Selection,
      gesture?: string,
    ) => {
      const text = workspace.snapshot().texts.get(place.file);
      if (text === undefined) return;
      const result = edit({ path: place.file, text });
      workspace.edit({
        label,
        changes: { [place.file]: result.text },
        ...(gesture !== undefined && { gesture }),
      });
      setSelection({ file: place.file, pointer: result.pointer });
    },
    [workspace],
  );

  /** The room itself leads back to where one works. */
  const enter = (next: Room): void => setRoom(room === next ? 'edit' : next);

  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (!(event.metaKey || event.ctrlKey)) {
        if (isTyping || event.altKey) return;
        if (event.key === '?') setOver('keys');
        const nth = /^[1-9]$/.test(event.key) ? states[Number(event.key) - 1] : undefined;
        if (nth !== undefined) setStateName(nth.name);
        return;
      }
      const key = event.key.toLowerCase();
      if (key === 'k') {
        event.preventDefault();
        setOver('palette');
      }
      if (key === 'd' && event.shiftKey) {
        event.preventDefault();
        setRoom((now) => (now === 'review' ? 'edit' : 'review'));
      }
      if (key !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) workspace.redo();
      else workspace.undo();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [workspace, states]);

  const selected = selection === undefined ? [] : nodesAt(view, screen, selection);
  const item = selection && itemAt(items, selection.pointer);
  const node = item && nodeOf(view, item);
  const errors = view.problems.filter(({ severity }) => severity === 'error').length;

  return (
    <div className="st-studio">
      <header className="st-top">
        <strong>{screen}</strong>
        <span className="st-soft" role="status">
          {SAVING[saving]}
        </span>
        <button
          type="button"
          disabled={view.undo === undefined}
          title={view.undo}
          onClick={() => workspace.undo()}
        >
          Undo
        </button>
        <button
          type="button"
          disabled={view.redo === undefined}
          title={view.redo}
          onClick={() => workspace.redo()}
        >
          Redo
        </button>
        <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOver('palette')}>
          Go to…
        </button>
        <div className="st-views" role="group" aria-label="View">
          {VIEWS.map(([one, title]) => (
            <button
              key={one}
              type="button"
              aria-pressed={room === 'edit' && one === beside}
              onClick={() => {
                setBeside(one);
                setRoom('edit');
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <span className="st-fill" />
        <button type="button" aria-pressed={room === 'states'} onClick={() => enter('states')}>
          All states
        </button>
        <button
          type="button"
          aria-pressed={room === 'review'}
          aria-keyshortcuts="Control+Shift+D Meta+Shift+D"
          onClick={() => enter('review')}
        >
          {view.changed.size === 1 ? 'Review 1 change' : `Review ${view.changed.size} changes`}
        </button>
        <button type="button" aria-pressed={room === 'releases'} onClick={() => enter('releases')}>
          Releases
        </button>
        <span className="st-soft">
          {account.name}, {account.role}
        </span>
      </header>
      <Left
        workspace={workspace}
        view={view}
        screen={screen}
        file={edited}
        onOpen={open}
        onShow={show}
        onTexts={() => setBeside('texts')}
      >
        <div className="st-row st-pad">
          <button type="button" onClick={() => setOver('insert')}>
            Add…
          </button>
        </div>
        <Outline
          items={items}
          problems={view.problems}
          selection={selection}
          onSelect={setSelection}
          onMove={(one, by) =>
            change(`Move ${wordsOf(one)}`, (source) => moveItem(source, one.pointer, by), one)
          }
          onRepeat={(one) =>
            change(`Repeat ${wordsOf(one)}`, (source) => repeatItem(source, one.pointer), one)
          }
          onRemove={(one) =>
            change(`Remove ${wordsOf(one)}`, (source) => removeItem(source, one.pointer), one)
          }
        />
      </Left>
      <section className="st-centre" aria-label="Preview" hidden={beside !== 'preview'}>
        <div className="st-tools">
          <Choice
            label="State"
            value={state?.name ?? ''}
            options={states.map(({ name, title }) => [name, title])}
            onChoose={setStateName}
          />
          <Choice
            label="Device"
            value={String(width)}
            options={PHONES.map((one) => [String(one), `${one} px`])}
            onChoose={(one) => setWidth(Number(one))}
          />
          <Choice
            label="Language"
            value={spoken}
            options={(languages?.list ?? []).map((one) => [one, one])}
            onChoose={setLanguage}
          />
          <Choice
            label="Theme"
            value={theme}
            options={[
              ['light', 'Light'],
              ['dark', 'Dark'],
            ]}
            onChoose={(one) => setTheme(one === 'dark' ? 'dark' : 'light')}
          />
          <Choice
            label="Text"
            value={String(textScale)}
            options={[
              ['1', '100 %'],
              ['1.3', '130 %'],
              ['2', '200 %'],
            ]}
            onChoose={(one) => setTextScale(Number(one))}
          />
          <Choice
            label="Taps"
            value={mode}
            options={[
              ['select', 'Select'],
              ['use', 'Use the screen'],
            ]}
            onChoose={(one) => setMode(one === 'use' ? 'use' : 'select')}
          />
        </div>
        {view.isGood ? null : (
          <p role="status" className="st-bar">
            This is how it stood before {errors === 1 ? 'an error' : `${errors} errors`}.
          </p>
        )}
        {typeof end === 'object' ? (
          <p role="status" className="st-bar">
            {end.failed}
          </p>
        ) : null}
        {scene === undefined ? null : (
          <Preview
            sceneKey={[screen, scene.state.name, spoken].join(' ')}
            scene={scene}
            width={scene.state.size?.width ?? width}
            height={scene.state.size?.height ?? PHONE_HEIGHT}
            mode={mode}
            selected={selected}
            onPick={({ node: picked, screen: of }) => {
              const place = placeOf(view, of, picked);
              if (place !== undefined) setSelection(place);
            }}
            onEnd={setEnd}
          />
        )}
      </section>
      {/* The form of properties brings the document's main part with it. */}
      <div className="st-right" hidden={beside !== 'preview'}>
        {item && node ? (
          <Properties
            kind={node.kind}
            type={node.type}
            key={`${item.file}${item.pointer}`}
            values={node.values}
            onWrite={(property, value) =>
              change(
                `${property.title} of ${wordsOf(item)}`,
                (source) => setMember(source, item.pointer, property.name, value),
                item,
                `${item.file}${item.pointer}/${property.name}`,
              )
            }
            onOpenJson={(name) => {
              setSelection({ file: item.file, pointer: `${item.pointer}/${name}` });
              setBelow({ pane: 'json', isEntered: true });
            }}
          />
        ) : (
          <main className="st-soft st-pad">Select something in the preview or in the outline.</main>
        )}
        {item && node ? (
          <Visibility
            key={`${item.file}${item.pointer}`}
            files={view.files}
            file={item.file}
            around={conditionsAround(view, item)}
            own={textOf(node.values['visibleWhen'])}
            seenIn={seenIn(drawnIn, selected)}
            states={states.length}
            isSound={(condition) => {
              const text = view.texts.get(item.file) ?? '';
              const edit = setMember({ path: item.file, text }, item.pointer, 'visibleWhen', condition);
              return workspace.wouldBeSound({ [item.file]: edit.text });
            }}
            onWrite={(condition) =>
              change(
                `When ${wordsOf(item)} is shown`,
                (source) => setMember(source, item.pointer, 'visibleWhen', condition),
                item,
              )
            }
            onLook={() => setRoom('states')}
          />
        ) : null}
      </div>
      {beside === 'preview' ? null : (
        <main className="st-wide">
          <Suspense>
            {beside === 'texts' ? (
              <Texts workspace={workspace} view={view} screen={screen} onShow={show} />
            ) : (
              <FlowOfScreens view={view} current={screen} onOpen={open} />
            )}
          </Suspense>
        </main>
      )}
      <Below
        workspace={workspace}
        view={view}
        file={edited}
        selection={selection}
        shown={below}
        onSelect={setSelection}
        onShow={setBelow}
      />
      {room === 'edit' ? null : (
        <div className="st-whole">
          <Suspense>
            {room === 'states' ? (
              <StatesView
                key={screen}
                {...{ screen, states, sceneOf, selected, drawnIn }}
                onDrawn={(name, nodes) =>
                  setLooked((before) => ({
                    good: view.good,
                    screen,
                    drawnIn: new Map([
                      ...(before.good === view.good && before.screen === screen ? before.drawnIn : []),
                      [name, nodes],
                    ]),
                  }))
                }
                onOpen={(name) => {
                  setStateName(name);
                  setRoom('edit');
                }}
              />
            ) : room === 'review' ? (
              <DraftReview {...{ view, base, autosave, fixtures, releases, account }} onSelect={show} />
            ) : (
              <Releases
                {...{ fixtures, account }}
                api={releases}
                onRestore={(label, path, text) => workspace.edit({ label, changes: { [path]: text } })}
              />
            )}
          </Suspense>
        </div>
      )}
      {over === 'palette' ? (
        <Palette
          view={view}
          onClose={() => setOver(undefined)}
          onGo={(entry) => {
            open(entry.screen);
            setSelection(entry.selection);
            setRoom('edit');
            setOver(undefined);
          }}
        />
      ) : null}
      {over === 'keys' ? <Keys onClose={() => setOver(undefined)} /> : null}
      {over === 'insert' ? (
        <Insert
          kinds={listKinds(documentOf(view, edited), selection?.pointer ?? '/body')}
          onClose={() => setOver(undefined)}
          onChoose={(type) => {
            setOver(undefined);
            const document = documentOf(view, edited);
            const { list, at } = placeFor(document, selection?.pointer ?? '/body');
            const node = writeNode(type, document, Object.keys(base.assets)[0] ?? '');
            change(`Add ${type}`, (source) => insertItem(source, list, at, node), {
              file: edited,
              pointer: list,
            });
          }}
        />
      ) : null}
    </div>
  );
}

function wordsOf({ type, name }: OutlineItem): string {
  return name === '' ? type : `“${name}”`;
}

/** What was drawn of a screen's states, of one reading of the draft. */
interface Looked {
  readonly good: WorkspaceView['good'];
  readonly screen: string;
  readonly drawnIn: DrawnIn;
}
const NOTHING_SEEN: DrawnIn = new Map();

function seenIn(drawnIn: DrawnIn, selected: readonly string[]): ReadonlyMap<string, boolean> {
  return new Map([...drawnIn].map(([name, nodes]) => [name, selected.some((node) => nodes?.has(node))]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function useStates(view: WorkspaceView, fixtures: Fixtures, screen: string): readonly ScreenState[] {
  const { good } = view;
  return useMemo(() => {
    if (good?.app === undefined) return [];
    const names = Object.fromEntries([...good.plans.keys()].map((id) => [id, id]));
    const release = { app: { name: 'draft', plan: good.app }, screens: names, plans: good.plans };
    return listStates(fixtures.states, fixtures.scenarios, release).get(screen) ?? [];
  }, [good, fixtures, screen]);
}

interface SceneParts {
  readonly view: WorkspaceView;
  readonly fixtures: Fixtures;
  readonly assets: Bundle['assets'];
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly textScale: number;
}

/** How a state of the draft is drawn; undefined until the draft was sound once. */
function useSceneOf({ view, fixtures, assets, language, theme, textScale }: SceneParts) {
  const { good, files } = view;
  return useCallback(
    (state: ScreenState): Scene | undefined => {
      if (good?.app === undefined) return undefined;
      const { app, plans } = good;
      return {
        app: { language, plan: inOneLanguage(app, app, language) },
        planOf(screen) {
          const plan = plans.get(screen);
          return plan && { ...inOneLanguage(plan, app, language), assets };
        },
        state,
        rehearsal: { ...fixtures, contracts: contractsOf(files, {}) },
        theme,
        textScale,
      };
    },
    [good, files, fixtures, assets, language, theme, textScale],
  );
}
