/** The engine's door for pages: what opens screens, and fetches the code that they need. */
import { actions } from './actions/index.ts';
import { createLazyForms, fetchForms, fetchJudging } from './forms/lazy-forms.ts';
import type { LiveScreen } from './live/live.ts';
import type { OpenOptions } from './live/ports.ts';
import { fetchActs, lazyActs } from './live/lazy-acts.ts';
import { openScreen as open } from './live/open-screen.ts';
import { firstWidgets } from './plan/first-widgets.ts';
import type { Plan } from './plan/plan.ts';
import { gestures } from './screen/use-gestures.ts';
import { fetchWidgets, knowsWidget, WIDGET_TYPES } from './widgets/index.ts';

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
} from './live/live.ts';
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
} from './live/services.ts';
export { HttpFailure } from './live/services.ts';
export { showNode } from './kit/focus-heading.ts';
export { LATER_MS } from './kit/later.ts';
export { forgetWidgets } from './widgets/index.ts';

/** What opening a screen asks of the page; the engine brings its own actions and forms. */
export type ScreenOptions = Omit<OpenOptions, 'actions' | 'acts' | 'createForms' | 'knowsWidget'>;

/**
 * Fetches the code that a plan needs beyond the common part: widgets that few screens use, and forms.
 * Never rejects: what could not be fetched is fetched again where it is drawn.
 *
 * @param what The first picture's, or also what its overlays use and what acts on it.
 */
export async function prepareScreen(plan: Plan, what: 'picture' | 'all' = 'all'): Promise<void> {
  const widgets = what === 'all' ? plan.uses.widgets : firstWidgets(plan);
  await Promise.allSettled([
    fetchWidgets(widgets, what),
    widgets.includes('form') && fetchForms(plan),
    what === 'all' && widgets.includes('form') && fetchJudging(),
    what === 'all' && fetchActs(),
  ]);
}

/**
 * Fetches the code of every widget and form, and what follows fingers and keyboards, for a page that is shown screens which it cannot know yet.
 * Never rejects: what could not be fetched is fetched again where it is drawn.
 */
export async function prepareEverything(): Promise<void> {
  await Promise.allSettled([
    fetchWidgets(WIDGET_TYPES),
    fetchForms({ uses: { widgets: [] } }),
    fetchForms({ uses: { widgets: WIDGET_TYPES } }),
    fetchJudging(),
    fetchActs(),
    gestures.fetch(),
  ]);
}

/** Makes a plan alive. Draw it with `<Screen live={…} />` and `close()` it when it is left. */
export function openScreen(options: ScreenOptions): LiveScreen {
  const hasForms = options.plan.uses.widgets.includes('form');
  return open({
    ...options,
    actions,
    acts: lazyActs,
    knowsWidget,
    ...(hasForms && { createForms: createLazyForms }),
  });
}
