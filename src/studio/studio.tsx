import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ScreenState } from '#src/server/reference/states.ts';
import { variantName } from '#src/shared/project-paths.ts';
import type { Ask, Bundle } from './api.ts';
import { useArranging } from './arrange/use-arranging.ts';
import { useLints } from './guard/use-lints.ts';
import { findFormFields, samplesOf } from './fields/form-fields.ts';
import { unlistedFields } from './fields/unlisted.ts';
import {
  AddField,
  Conflict,
  DataPane,
  DraftReview,
  FieldPanel,
  FlowOfScreens,
  Phone,
  Pictures,
  Releases,
  Texts,
} from './later.ts';
import type { Fixtures } from './load.ts';
import type { Autosave } from './model/autosave.ts';
import { ContractNote } from './contracts/contract-note.tsx';
import { createPreviewCalls } from './calls/call-log.ts';
import { Comments } from './comments/comments.tsx';
import { Mentions } from './comments/mentions.tsx';
import { placeThreads, useThreads } from './comments/threads.ts';
import { isInput, placeFor, writeNode } from './insert/new-node.ts';
import { Insert } from './insert/insert.tsx';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { insertItem } from './model/edits.ts';
import { canBeEdited, documentOf, nodesAt, placeAround, placeOf } from './model/nodes.ts';
import { itemAt, outlineOf, type OutlineItem, type Selection } from './model/outline.ts';
import { screensWith } from './model/uses.ts';
import { assetsOf, statesOfScreen, type Version } from './model/version.ts';
import type { Workspace } from './model/workspace.ts';
import { Below, type BelowProps, type Shown } from './panes/below.tsx';
import { Centre } from './panes/centre.tsx';
import type { Deed } from './arrange/deeds.ts';
import { Palette } from './palette/palette.tsx';
import { Inspector } from './panes/inspector.tsx';
import { Left } from './panes/left.tsx';
import { FIRST_LOOK, type Look } from './panes/look.tsx';
import { enterOutline, Outline } from './panes/outline.tsx';
import { PartNote } from './panes/part-note.tsx';
import type { PreviewHands } from './panes/preview.tsx';
import type { Change } from './properties/write.ts';
import { type Room, Top, type View } from './panes/top.tsx';
import type { ReleasesApi } from './releases/releases-api.ts';
import type { HiddenWhy } from './stage/scene.ts';
import { StatesView } from './states/states-view.tsx';
import { useScenes } from './states/use-scenes.ts';
import { useLooked } from './states/use-looked.ts';
import type { News, Present } from './together/news.ts';
import { People } from './together/people.tsx';
import { useChords } from './use-chords.ts';
import { useVariants } from './variants/use-variants.ts';
import './studio.css';
import './reach.css';

export interface StudioProps {
  readonly workspace: Workspace;
  readonly autosave: Autosave;
  readonly news: News;
  readonly fixtures: Fixtures;
  readonly releases: ReleasesApi;
  readonly ask: Ask;
  readonly account: { readonly name: string; readonly role: string };
}

/** One screen of a draft at a time: what it is made of, how it stands in a state, and what is said of a part of it. */
export function Studio(props: StudioProps) {
  const { workspace, autosave, news, releases, ask, account } = props;
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const base = useMemo((): Bundle => ({ files: view.base }), [view.base]);
  const lints = useLints(view);
  const { fixtures, problems: ofVariants } = useVariants(props.fixtures, view);
  const saved = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const heard = useSyncExternalStore(news.subscribe, news.snapshot);
  const [screen, setScreen] = useState(() => Object.keys(view.good?.screens ?? {})[0] ?? '');
  const [selection, setSelection] = useState<Selection>();
  const [stateName, setStateName] = useState('content');
  const [look, setLook] = useState<Look>(FIRST_LOOK);
  const [hidden, setHidden] = useState<HiddenWhy>();
  const [rails, setRails] = useState<BelowProps['rails']>([]);
  const [calls] = useState(createPreviewCalls);
  const [below, setBelow] = useState<Shown>({ pane: 'problems' });
  const [room, setRoom] = useState<Room>('edit');
  const [beside, setBeside] = useState<View>('preview');
  /** What was selected in the preview last. */
  const [picked, setPicked] = useState<Selection>();
  const hands = useRef<PreviewHands>(null);
  /** The selection whose properties the keyboard is on its way to. */
  const [entered, setEntered] = useState<Selection>();
  /** Whether the keyboard is on its way to what publishes. */
  const [isPublishing, setPublishing] = useState(false);
  const [over, setOver] = useState<'palette' | 'keys' | 'insert' | 'input' | 'field' | 'phone'>();

  const file = `screens/${screen}.screen.json`;
  const edited = selection?.file ?? file;
  const written = documentOf(view, edited);
  const items = useMemo(() => outlineOf(edited, written), [written, edited]);
  const supplied = useMemo(
    () =>
      findFormFields(written).map((fields) => ({
        fields,
        samples: samplesOf(fields, fixtures.scenarios, screen),
      })),
    [written, fixtures, screen],
  );
  const problems = useMemo(
    () => [...view.problems, ...lints, ...unlistedFields(view, edited, supplied), ...ofVariants],
    [view, lints, edited, supplied, ofVariants],
  );
  const { good, goodFiles } = view;
  // Of what is being written only that counts which can be drawn.
  const version = useMemo(
    (): Version | undefined => good && { files: goodFiles, compiled: good },
    [good, goodFiles],
  );
  const states = useMemo(
    () => (version ? statesOfScreen(version, fixtures, screen) : NO_STATES),
    [version, fixtures, screen],
  );
  const state = useMemo(
    () => states.find(({ name }) => name === stateName) ?? states[0],
    [states, stateName],
  );
  const spoken = look.language ?? view.good?.app?.languages.default ?? 'en';
  const { shape, drawn, drawState, scene, opened } = useScenes(
    version,
    fixtures,
    { states, state },
    { language: spoken, look },
  );
  const { drawnIn, seenIn, onDrawn } = useLooked(goodFiles, screen);

  const others = useMemo((): readonly Present[] => {
    return heard?.present.filter(({ page }) => page !== news.page) ?? [];
  }, [heard, news.page]);

  const { threads, again } = useThreads(ask, edited, heard?.comments ?? '');
  const placed = useMemo(() => placeThreads(threads, documentOf(view, edited)), [threads, view, edited]);
  const said = useMemo(
    () => placed.flatMap(({ now, resolved }) => (now === undefined || resolved ? [] : [now])),
    [placed],
  );

  const open = useCallback((next: string) => {
    setScreen(next);
    setSelection(undefined);
    setStateName('content');
    setBeside('preview');
    setRoom('edit');
  }, []);

  /** Shows what the services answer in a state, and a place of that. */
  const showData = (name: string, at?: Selection): void => {
    const [of = screen] = fixtures.scenarios.get(name)?.opens ?? [];
    if (of !== screen) open(of);
    setStateName(name);
    setBelow({ pane: 'data', ...(at && { at }) });
  };

  /** Shows a place on the screen that is open, or on the first that has it. */
  const show = (place: Selection, wanted = screen): void => {
    const having = screensWith(view, place.file);
    const next = having.includes(wanted) ? wanted : (having[0] ?? screen);
    if (next !== screen) open(next);
    setSelection(place);
    setBeside('preview');
    setRoom('edit');
  };

  const openJson = (place: Selection): void => {
    setSelection(place);
    setBelow({ pane: 'json', isEntered: true });
  };

  /** An edit of the selected document, by which something stays selected. */
  const change: Change = useCallback(
    (label, edit, place, gesture) => {
      const now = workspace.snapshot();
      const text = now.texts.get(place.file);
      if (text === undefined || !canBeEdited(now, place.file)) return;
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

  const enter = (place: Selection): void => {
    setSelection(place);
    setEntered(place);
  };
  const goTo = (place: Selection): void => {
    show(place);
    setEntered(place);
  };
  /** What a place stands in; at the top nothing is selected, which is the document itself. */
  const leave = (place: Selection | undefined): void =>
    setSelection(place && placeAround(view, screen, place));

  const doTo = (one: OutlineItem, deed: Deed, isOnPhone: boolean): void => {
    if (deed !== 'enter') arranging.arrange(one, deed);
    else if (!isOnPhone || !hands.current?.write()) enter(one);
  };
  const item = selection && itemAt(items, selection.pointer);
  const isAlone = look.isAlone && room === 'edit' && beside === 'preview';

  useChords({
    workspace,
    onPalette: () => setOver('palette'),
    onKeys: () => setOver('keys'),
    onReview: () => setRoom((now) => (now === 'review' ? 'edit' : 'review')),
    onPublish: () => {
      setRoom('review');
      setPublishing(true);
    },
    onDeed: (deed) => {
      const isAtWork = room === 'edit' && beside === 'preview' && !look.isAlone && item !== undefined;
      if (isAtWork) doTo(item, deed, true);
      return isAtWork;
    },
    onState: (nth) => {
      const state = states[nth - 1];
      if (state !== undefined) setStateName(state.name);
    },
    onLeave: () => {
      if (isAlone) return setLook({ ...look, isAlone: false });
      // On its way to the properties the keyboard turns back.
      if (entered === undefined) leave(selection);
      else enterOutline();
      setEntered(undefined);
    },
  });
  const arranging = useArranging({ workspace, file: edited, item, onSelect: setSelection });

  useEffect(() => news.beAt(selection ?? { file, pointer: '' }), [news, selection, file]);
  useEffect(() => workspace.attend(screen), [workspace, screen]);

  const plan = view.good?.plans.get(screen);
  // Of the document itself no node is more than the others.
  const selected = selection?.pointer ? nodesAt(view, screen, selection) : [];
  const around =
    supplied.find(({ fields }) => selection?.pointer.startsWith(`${fields.pointer}/`)) ?? supplied[0];
  const field =
    around &&
    [...around.fields.mapped, ...around.fields.added].find(({ pointer }) => pointer === item?.pointer);

  return (
    <div className={isAlone ? 'st-studio st-alone' : 'st-studio'}>
      <Top
        {...{ screen, workspace, view, room, beside, account }}
        autosave={saved}
        onOver={setOver}
        onView={(next) => {
          setBeside(next);
          setRoom('edit');
        }}
        onRoom={setRoom}
      >
        <People others={others} taken={saved.taken} onShow={show} />
        <Mentions {...{ ask, view, account }} tag={heard?.comments ?? ''} onGo={goTo} />
      </Top>
      <Left
        workspace={workspace}
        view={view}
        screen={screen}
        file={edited}
        onOpen={open}
        onShow={show}
        onTexts={() => setBeside('texts')}
      >
        <div className="st-pad">
          <PartNote {...{ view, screen }} file={edited} onLeave={() => setSelection(undefined)} />
          <ContractNote {...{ workspace, view, selection }} file={edited} />
          <button type="button" onClick={() => setOver('insert')}>
            Add…
          </button>
          {around === undefined ? null : (
            <Suspense>
              <AddField
                {...{ ...around, view, field }}
                file={edited}
                isOpen={over === 'field'}
                onOpen={() => setOver('field')}
                onClose={() => setOver(undefined)}
                onChange={change}
              />
            </Suspense>
          )}
        </div>
        <Outline
          items={items}
          problems={problems}
          selection={selection}
          others={others}
          said={said}
          status={arranging.said}
          onSelect={(place) => {
            setPicked(undefined);
            setSelection(place);
          }}
          onLeave={leave}
          onDrop={arranging.drop}
          // What was picked on the phone is written there.
          onDeed={(one, deed) => doTo(one, deed, picked?.file === one.file && picked.pointer === one.pointer)}
        />
      </Left>
      <Centre
        {...{ workspace, view, screen, states, state, look, scene, shape, selection, selected, change }}
        {...{ fixtures, hands, releases }}
        onMade={(name) => showData(name)}
        onAddField={
          field || (item && isInput(item.type)) ? () => setOver(field ? 'field' : 'input') : undefined
        }
        isHidden={beside !== 'preview'}
        onState={setStateName}
        onLook={setLook}
        onSelect={setSelection}
        onPick={(place) => {
          setPicked(place);
          setSelection(place);
        }}
        onEnter={enter}
        onLeave={leave}
        {...{ onHidden: setHidden, onRails: setRails, calls }}
      />
      {around && field && beside === 'preview' ? (
        <div className="st-right">
          <Suspense>
            <FieldPanel
              key={field.pointer}
              {...around}
              {...{ view, field }}
              file={edited}
              scene={opened}
              isEntered={entered !== undefined && entered === selection}
              onEntered={() => setEntered(undefined)}
              onChange={change}
            />
          </Suspense>
        </div>
      ) : null}
      <Inspector
        {...{ workspace, view, screen, base, spoken, item, ask }}
        draft={saved.draft}
        file={edited}
        seenIn={seenIn(selected)}
        hidden={hidden && { ...hidden, place: placeOf(view, screen, hidden.node) }}
        states={states.length}
        isHidden={beside !== 'preview' || field !== undefined}
        isEntered={entered !== undefined && entered === selection}
        onEntered={() => setEntered(undefined)}
        onChange={change}
        onMoved={goTo}
        onOpenJson={openJson}
        onLook={() => setRoom('states')}
      >
        <Comments
          {...{ ask, account, item, again, threads: placed }}
          {...{ file: edited, begin: autosave.begin }}
          onShow={show}
        />
      </Inspector>
      {beside === 'preview' ? null : (
        <main className="st-wide">
          <Suspense>
            {beside === 'texts' ? (
              <Texts {...{ workspace, view, ask, base, screen }} onShow={show} onOpenJson={openJson} />
            ) : beside === 'pictures' ? (
              <Pictures {...{ workspace, view, ask, autosave, account }} onShow={show} />
            ) : (
              <FlowOfScreens {...{ view, version, fixtures, drawn, screen }} onOpen={open} onShow={show} />
            )}
          </Suspense>
        </main>
      )}
      <Below
        workspace={workspace}
        {...{ problems, rails, calls, isAlone }}
        contracts={scene?.rehearsal.contracts}
        file={edited}
        selection={selection}
        shown={below}
        data={
          state && plan ? (
            <DataPane {...{ workspace, view, state, plan, fixtures, problems }} selection={below.at} />
          ) : null
        }
        onSelect={(place) => {
          const name = variantName(place.file);
          if (name === undefined) setSelection(place);
          else showData(name, place);
        }}
        onShow={setBelow}
        onAlone={() => {
          setBeside('preview');
          setLook({ ...look, isAlone: true });
        }}
      />
      {room === 'edit' ? null : (
        <div className="st-whole">
          <Suspense>
            {room === 'states' ? (
              <StatesView
                key={screen}
                sceneOf={drawState}
                {...{ screen, states, selected, drawnIn, onDrawn }}
                onOpen={(name) => {
                  setStateName(name);
                  setRoom('edit');
                }}
              />
            ) : room === 'conflict' ? (
              <Conflict
                // What was published meanwhile is the other question, and asked after the first.
                documents={saved.met.length > 0 ? saved.met : (saved.published?.documents ?? [])}
                texts={view.texts}
                onChoose={async (texts) => {
                  if (saved.met.length > 0) autosave.choose(texts);
                  else {
                    await autosave.choosePublished(texts);
                    window.location.reload();
                  }
                  setRoom('edit');
                }}
              />
            ) : room === 'review' ? (
              <DraftReview
                {...{ workspace, view, base, autosave, fixtures, releases, account }}
                isEntered={isPublishing}
                onEntered={() => setPublishing(false)}
                onSelect={show}
              />
            ) : (
              <Releases
                {...{ fixtures, account }}
                api={releases}
                onRestore={(label, files, isAll) => {
                  const gone = isAll ? view.files.filter(({ path }) => !Object.hasOwn(files, path)) : [];
                  const taken = Object.fromEntries(gone.map(({ path }) => [path, null]));
                  workspace.edit({ label, changes: { ...taken, ...files } });
                }}
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
            if (entry.selection !== undefined) enter(entry.selection);
            setOver(undefined);
          }}
        />
      ) : null}
      {over === 'phone' && state !== undefined ? (
        <Suspense>
          <Phone
            {...{ ask, account }}
            draft={saved.draft}
            state={`${screen}/${state.name}`}
            title={`${screen}, ${state.title}`}
            {...{ settle: autosave.settle, begin: autosave.begin }}
            onClose={() => setOver(undefined)}
          />
        </Suspense>
      ) : null}
      {over === 'keys' ? <KeysDialog onClose={() => setOver(undefined)} /> : null}
      {over === 'insert' || over === 'input' ? (
        <Insert
          document={documentOf(view, edited)}
          pointer={selection?.pointer ?? '/body'}
          isField={over === 'input'}
          onClose={() => setOver(undefined)}
          onChoose={(type) => {
            setOver(undefined);
            const document = documentOf(view, edited);
            const { list, at } = placeFor(document, selection?.pointer ?? '/body');
            const node = writeNode(type, document, Object.keys(assetsOf(base.files))[0] ?? '');
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

const NO_STATES: readonly ScreenState[] = [];
