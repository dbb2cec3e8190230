import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { NEW_DRAFT } from '#src/shared/studio-address.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Bundle } from './api.ts';
import { createPreviewCalls } from './calls/call-log.ts';
import { type KnownThread, placeThreads, threadsQuery } from './comments/threads.ts';
import { createDesk, type Desk } from './desk.ts';
import { findFormFields, samplesOf } from './fields/form-fields.ts';
import { unlistedFields } from './fields/unlisted.ts';
import { useLints } from './guard/use-lints.ts';
import { changeDocument } from './model/change-document.ts';
import { documentOf, nodesAt, placeAround, slotsOfPart } from './model/nodes.ts';
import { itemAt, outlineOf, type Selection } from './model/outline.ts';
import { filesOf, screensWith, screenToOpen } from './model/uses.ts';
import type { Workspace } from './model/workspace.ts';
import { statesOfScreen, type Version } from './model/version.ts';
import type { Shown } from './panes/below-shown.ts';
import type { Look } from './panes/preview-look.ts';
import type { PreviewHands } from './panes/preview-hands.ts';
import { useDraftPictures } from './screens/use-draft-pictures.ts';
import type { StudioProps } from './studio-props.ts';
import type { Change } from './properties/write.ts';
import { type Address, WIDE } from './routes/address.ts';
import { opened, useNavigation } from './routes/use-navigation.ts';
import { useLooked } from './states/use-looked.ts';
import { useScenes } from './states/use-scenes.ts';
import type { Present } from './together/news.ts';
import { useNews } from './together/use-news.ts';
import { overridesIn } from './variants/overrides.ts';
import { useVariants } from './variants/use-variants.ts';

/** Shared by the routes of the studio: the draft, what is open and selected, and navigation. */
export type StudioScope = ReturnType<typeof useStudio>;

export function useStudio(props: StudioProps, asked: Address) {
  const { workspace, autosave, news, ask, account, releases } = props;
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const saved = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const denied = useSyncExternalStore(props.access.subscribe, props.access.snapshot);
  const [desk] = useState(createDesk);
  const [calls] = useState(createPreviewCalls);
  const open = useSyncExternalStore(desk.subscribe, desk.snapshot);
  const hands = useRef<PreviewHands>(null);
  const ways = useNavigation(asked, saved.draft?.id ?? NEW_DRAFT, asked.screen ?? screenToOpen(view));
  const { screen, go } = ways;
  const selection = open.selected?.screen === screen ? open.selected.place : undefined;
  const document = useDocument(props, selection?.file ?? `screens/${screen}.screen.json`, screen);
  const seen = useSeen(document, open, asked, screen);
  const pictures = useDraftPictures({ view, ...document, ...seen });
  const talk = useTalk(props, document.file);

  useEffect(
    () => news.beAt(selection ?? { file: `screens/${screen}.screen.json`, pointer: '' }),
    [news, selection, screen],
  );
  useEffect(() => workspace.attend(screen), [workspace, screen]);
  // What is typed after somebody was elsewhere is an undo step of its own.
  useEffect(() => workspace.endStep(), [workspace, screen, selection?.file, selection?.pointer]);

  const select = useCallback((place: Selection | undefined) => desk.select(screen, place), [desk, screen]);

  const change = useChange(workspace, select);
  const onScreen = (place: Selection, wanted = screen): string => {
    const having = screensWith(view, place.file);
    return having.includes(wanted) ? wanted : (having[0] ?? screen);
  };
  /** Opens another screen, or the preview of the current one. */
  const lead = (next: string): void => go(next === screen ? { view: 'screens', screen } : opened(next));

  const item = selection && itemAt(document.items, selection.pointer);
  const around =
    document.supplied.find(
      (one) => selection?.file === one.file && selection.pointer.startsWith(`${one.fields.pointer}/`),
    ) ?? document.supplied[0];
  const { pane = 'problems' } = asked;
  const shown = useMemo(
    (): Shown => ({ ...open.below, ...(pane !== 'none' && { pane }) }),
    [pane, open.below],
  );

  return {
    ...{ workspace, autosave, ask, account, releases, view, saved, desk, calls, hands },
    ...{ ...ways, ...document, ...seen, ...talk, selection, item, around, change, select, shown, pictures },
    address: asked,
    open,
    /** Why this person cannot edit; undefined if they may. */
    denied,
    /** Selected nodes of the plan; none if the document itself is selected. */
    selected: selection?.pointer ? nodesAt(view, screen, selection) : [],
    plan: view.good?.plans.get(screen),
    field:
      around?.file === document.file
        ? [...around.fields.mapped, ...around.fields.added].find(({ pointer }) => pointer === item?.pointer)
        : undefined,
    /** Whether only the phone is shown. */
    isAlone: open.look.isAlone && asked.view === 'screens',
    /** Whether a view replaces the preview and the right pane. */
    isWide: WIDE.includes(asked.view),
    /** Whether the draft has no such screen. */
    isGone: screen !== '' && !view.files.some(({ path }) => path === `screens/${screen}.screen.json`),
    others: useMemo(
      (): readonly Present[] => talk.heard?.present.filter(({ page }) => page !== news.page) ?? [],
      [talk.heard, news.page],
    ),
    /** Shows a node on the open screen, or on the first screen that has it. */
    show(place: Selection, wanted?: string): void {
      const next = onScreen(place, wanted);
      lead(next);
      desk.select(next, place);
    },
    openScreen(next: string): void {
      go(opened(next));
      desk.clear(next);
    },
    goTo(place: Selection): void {
      const next = onScreen(place);
      lead(next);
      desk.enter(next, place);
    },
    enter: (place: Selection): void => desk.enter(screen, place),
    /** Selects the parent of a node; at the top, removes the selection, which means the document itself. */
    leave: (place = selection): void => select(place && placeAround(view, screen, place)),
    /** Shows the service replies of a state, and a location in them. */
    showData(name: string, at?: Selection): void {
      const [of = screen] = document.fixtures.scenarios.get(name)?.opens ?? [];
      const there = of === screen ? {} : opened(of);
      go({ ...there, state: name, pane: 'data' });
      desk.change({ below: at ? { at } : {} });
    },
    openJson(place: Selection): void {
      select(place);
      go({ pane: 'json' }, { replace: true });
      desk.change({ below: { isEntered: true } });
    },
    /** Opens the JSON at an error, from any view. */
    fixAt(place: Selection): void {
      const next = onScreen(place);
      go({ ...opened(next), pane: 'json' });
      desk.select(next, place);
      desk.change({ below: { isEntered: true } });
    },
    showBelow({ pane: next, ...below }: Shown): void {
      go({ pane: next === 'problems' ? undefined : (next ?? 'none') }, { replace: true });
      desk.change({ below });
    },
    setLook({ language, ...look }: Look): void {
      if (language !== asked.language) go({ language }, { replace: true });
      desk.change({ look });
    },
    setOver: (over: typeof open.over): void => desk.change({ over }),
  };
}

/** Edits a document, and selects the edited node. */
function useChange(workspace: Workspace, select: (place: Selection) => void): Change {
  return useCallback(
    (label, edit, place, gesture) => {
      const edited = changeDocument(workspace, label, edit, place.file, gesture);
      if (edited !== undefined) select(edited);
    },
    [workspace, select],
  );
}

/** The open document, and the problems of the draft. */
function useDocument(props: StudioProps, file: string, screen: string) {
  const { workspace } = props;
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const base = useMemo((): Bundle => ({ files: view.base }), [view.base]);
  const lints = useLints(view);
  const { fixtures, problems: ofVariants } = useVariants(props.fixtures, view);
  const written = documentOf(view, file);
  const items = useMemo(
    () => outlineOf(file, written, (part) => slotsOfPart(view, part)),
    [written, file, view],
  );
  const supplied = useMemo(() => {
    // Those of the parts of a screen are offered on the screen too.
    const files = file === `screens/${screen}.screen.json` ? filesOf(view, screen) : [file];
    return [...files].flatMap((path) =>
      findFormFields(documentOf(view, path)).map((fields) => ({
        file: path,
        fields,
        // In a part the plan has another id for the form.
        form: nodesAt(view, screen, { file: path, pointer: fields.formPointer })[0] ?? fields.form,
        samples: samplesOf(fields, fixtures.scenarios, screen),
      })),
    );
  }, [view, file, fixtures, screen]);
  const problems = useMemo(
    () => [...view.problems, ...lints, ...unlistedFields(view, supplied), ...ofVariants],
    [view, lints, supplied, ofVariants],
  );
  const { good, goodFiles } = view;
  // The last version of the draft that can be rendered.
  const version = useMemo(
    (): Version | undefined => good && { files: goodFiles, compiled: good },
    [good, goodFiles],
  );
  return { file, base, fixtures, items, supplied, problems, version };
}

/** The open screen in the chosen state, with the settings of the preview. */
function useSeen(
  { version, fixtures }: Pick<ReturnType<typeof useDocument>, 'version' | 'fixtures'>,
  open: Pick<Desk, 'look' | 'overrides'>,
  { language, state: stateName = 'content' }: Address,
  screen: string,
) {
  const states = useMemo(
    () => (version ? statesOfScreen(version, fixtures, screen) : NO_STATES),
    [version, fixtures, screen],
  );
  const state = useMemo(
    () => states.find(({ name }) => name === stateName) ?? states[0],
    [states, stateName],
  );
  const look: Look = { ...open.look, language };
  const spoken = language ?? version?.compiled.app?.languages.default ?? 'en';
  const overrides = useMemo(
    () => state && overridesIn(open.overrides, state, fixtures.scenarios.get(state.scenario)),
    [open.overrides, state, fixtures],
  );
  const scenes = useScenes(version, fixtures, { states, state, overrides }, { language: spoken, look });
  const plan = version?.compiled.plans.get(screen);
  // What the values of the states depend on, without conditions and words.
  const source = useMemo(
    () => JSON.stringify([screen, plan?.params, plan?.data, plan?.state, plan?.on]),
    [screen, plan],
  );
  const looked = useLooked(version?.files ?? NO_FILES, screen, source);
  return { states, state, overrides, look, spoken, ...scenes, ...looked };
}

/** Comments and colleagues at a document. */
function useTalk({ ask, news, workspace }: StudioProps, file: string) {
  const view = useSyncExternalStore(workspace.subscribe, workspace.snapshot);
  const heard = useNews(news);
  const { data: threads = NO_THREADS } = useQuery(threadsQuery(ask, file));
  const placed = useMemo(() => placeThreads(threads, documentOf(view, file)), [threads, view, file]);
  const said = useMemo(
    () => placed.flatMap(({ now, resolved }) => (now === undefined || resolved ? [] : [now])),
    [placed],
  );
  return { heard, threads: placed, said };
}

const NO_THREADS: readonly KnownThread[] = [];
const NO_STATES: readonly ScreenState[] = [];
const NO_FILES: Version['files'] = [];
