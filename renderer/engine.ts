/** The engine's API for pages: opens screens, and fetches the code that they need. */
import { actions } from './actions/index.ts';
import { LazyCode } from './kit/lazy-part.tsx';
import type { LiveScreen } from './runtime/live.ts';
import type { OpenOptions } from './runtime/ports/engine.ts';
import { openScreen as open } from './runtime/open-screen.ts';
import { findForms, firstWidgets, widgetsIn } from './plan/first-code.ts';
import type { Plan } from './plan/plan.ts';
import { fetchWidgets, knowsWidget, missingCode, WIDGET_TYPES } from './widgets/index.ts';

export type {
  DeviceFacts,
  LiveChild,
  LiveNode,
  LiveOverlay,
  LiveRepeat,
  LiveScreen,
  Notice,
  Observable,
  ScreenSurface,
  Toast,
} from './runtime/live.ts';
export type {
  Clock,
  Fault,
  Http,
  HttpReply,
  HttpRequest,
  LockPort,
  NativePort,
  RouterPort,
  Services,
  StoragePort,
} from './runtime/services.ts';
export { HttpFailure } from './runtime/services.ts';
export { serverDevice } from './runtime/server-device.ts';
export { hasOverlays } from './runtime/visit.ts';
export { showNode } from './kit/focus-heading.ts';
export { forgetWidgets } from './widgets/index.ts';

/** Options of `openScreen`. The engine adds its own actions and forms. */
export type ScreenOptions = Omit<
  OpenOptions,
  'actions' | 'createForms' | 'fetchForms' | 'fetchWidgets' | 'knowsWidget' | 'rare'
>;

/** Timeout for widget code, in ms. Then the screen or overlay opens with a placeholder for each missing widget. */
const MOST_WIDGETS_MS = 1_000;
/** Timeout for the code of forms, of contracts and of functions, in ms. Then the page shows that the screen could not be opened. */
const MOST_CODE_MS = 15_000;

/** @throws Error if the promise takes longer than `mostMs`. */
function within<Result>(coming: Promise<Result>, mostMs: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), mostMs);
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A separate chunk: few screens begin with a form, and the others load faster without its code. */
const forms = new LazyCode<FormsCode>(() => import('./forms/core-forms.ts'));
/** Forms with steps or editing; few plans need them. */
const editForms = new LazyCode<FormsCode>(async () => {
  // It imports the code of all forms: both are fetched at once.
  const [code] = await Promise.all([import('./forms/edit-forms.ts'), forms.fetch()]);
  return code;
});
interface FormsCode {
  readonly createForms: NonNullable<OpenOptions['createForms']>;
}

function formsOf({ uses }: Plan): LazyCode<FormsCode> {
  return uses.edit || uses.widgets.includes('steps') ? editForms : forms;
}

/** A separate chunk: few plans use more of HTTP than the common calls, poll, read by pages, or call a later function. */
const rare = new LazyCode(() => import('./rare-code.ts'));

function fetchForms(plan: Plan): Promise<FormsCode> {
  return within(formsOf(plan).fetch(), MOST_CODE_MS);
}

/** The results of `findForms` for which `prepareScreen` fetches the code of forms. */
const FORMS_NEEDED = { picture: ['first'], return: ['first', 'overlays'], all: ['first', 'overlays'] };

/**
 * Fetches the code that a plan needs beyond the common chunk: rare widgets, and forms. A widget whose code
 * fails, or takes longer than a second, loads where it is rendered.
 *
 * @param what - `picture`: what the first render needs; `return`: a history entry that was left with an open
 *   overlay; `all`: also what overlays use and what widgets open.
 * @throws the error of the import if the code of forms cannot be fetched, because a screen that begins with a
 * form cannot open without it.
 */
export function prepareScreen(
  plan: Plan,
  what: 'picture' | 'return' | 'all' = 'all',
): Promise<void> | undefined {
  const widgets = what === 'picture' ? firstWidgets(plan) : plan.uses.widgets;
  const missing = missingCode(widgets, what === 'all');
  const needsForms = formsOf(plan).here === undefined && FORMS_NEEDED[what].includes(findForms(plan));
  const needsRare = plan.uses.rare && rare.here === undefined;
  if (missing.length === 0 && !needsForms && !needsRare) return undefined;
  return Promise.all([
    what === 'all' ? fetchWidgets(widgets, true) : fetchShown(widgets),
    needsForms && fetchForms(plan),
    needsRare && within(rare.fetch(), MOST_CODE_MS),
  ]).then(() => undefined);
}

/** Fetches the code of widgets that are about to be shown. */
function fetchShown(widgets: readonly string[]): Promise<void> {
  return within(fetchWidgets(widgets), MOST_WIDGETS_MS).catch(() => undefined);
}

/** Fetches the code of every widget and of forms, for a page whose screens are not known in advance. */
export async function prepareEverything(): Promise<void> {
  await Promise.allSettled([
    fetchWidgets(WIDGET_TYPES, true),
    forms.fetch(),
    editForms.fetch(),
    rare.fetch(),
  ]);
}

/**
 * Starts a plan. Render it with `<Screen live={…} />`, and call `close()` when the person leaves the screen.
 *
 * @throws Error if the plan begins with a form and the code of forms is not loaded: see `prepareScreen`.
 */
export function openScreen(options: ScreenOptions): LiveScreen {
  const { plan } = options;
  const { here } = formsOf(plan);
  if (here === undefined && findForms(plan) === 'first') {
    throw new Error('Call prepareScreen before openScreen.');
  }
  return open({
    ...options,
    actions,
    rare: rare.here,
    knowsWidget,
    createForms: here?.createForms,
    fetchForms: async () => (await fetchForms(plan)).createForms,
    fetchWidgets(overlay) {
      const widgets = widgetsIn(overlay, plan.uses.widgets);
      return missingCode(widgets, false).length === 0 ? undefined : fetchShown(widgets);
    },
  });
}
