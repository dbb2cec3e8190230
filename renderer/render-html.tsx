import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { openScreen, prepareEverything, serverDevice } from './engine.ts';
import type { LiveScreen } from './runtime/live.ts';
import { type HttpReply, type HttpRequest, type Services } from './runtime/services.ts';
import type { AppPlan, Plan } from './plan/plan.ts';
import { Screen } from './screen.tsx';

/*
 * Renders a screen as HTML for the document: without data as a placeholder, or with the data of a visit.
 * A separate entry point, because the page does not use it.
 */

// Rendering is synchronous, so all widgets are loaded first.
await prepareEverything();

export interface ScreenToRender {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  /** See `ScreenProps`. */
  readonly chrome: 'web' | 'host';
}

export interface ScreenHtml {
  /** HTML of the screen's root element; empty if there is nothing to show. */
  readonly markup: string;
  /** Title of the document; empty if it is not known yet. */
  readonly title: string;
}

/** The visit of one person, whose data has been read. */
export interface VisitToRender {
  /** As in `OpenOptions`. */
  readonly params: { readonly [name: string]: string };
  readonly session: { readonly [name: string]: string };
  /** The reply to a request of the screen; undefined if there is none. */
  replyTo(request: HttpRequest): HttpReply | undefined;
  /** Milliseconds since the epoch. The page opens the screen at the same time, so that both show the same. */
  readonly now: number;
  /** The page's own origin. */
  readonly origin: string;
}

/** Renders a screen whose data is loading: skeletons for the data, and the constant texts. The result is inert. */
export function renderPlaceholder(screen: ScreenToRender): ScreenHtml {
  try {
    const live = open(screen, createServices({ now: Date.now(), origin: '' }, pending), {
      params: {},
      session: {},
      isStill: true,
    });
    const markup = renderToStaticMarkup(<Screen live={live} chrome={screen.chrome} />);
    live.close();
    const { phase, documentTitle: title = '' } = live.surface.snapshot();
    return { markup: phase === 'loading' || phase === 'content' ? inert(markup) : '', title };
  } catch {
    // The page renders the screen a moment later and reports the error.
    return { markup: '', title: '' };
  }
}

/**
 * Renders a screen with the data of a visit, as the page renders it first.
 *
 * @returns HTML of the screen's root element; empty if data is missing, or if the screen opens an overlay or leaves at
 * once: the page does that itself.
 */
export async function renderContent(screen: ScreenToRender, visit: VisitToRender): Promise<string> {
  const reply = (request: HttpRequest) => {
    const found = visit.replyTo(request);
    return found === undefined ? pending() : Promise.resolve(found);
  };
  const live = open(screen, createServices(visit, reply), visit);
  try {
    // Replies are delivered in microtasks, which end before this.
    await new Promise((done) => setImmediate(done));
    const { phase, overlays } = live.surface.snapshot();
    if (phase !== 'content' || overlays.length > 0) return '';
    return waiting(renderToString(<Screen live={live} chrome={screen.chrome} />));
  } finally {
    live.close();
  }
}

interface Visitor extends Pick<VisitToRender, 'params' | 'session'> {
  readonly isStill?: boolean;
}

function open(
  { plan, app, language, chrome }: ScreenToRender,
  services: Services,
  visitor: Visitor,
): LiveScreen {
  const { params, session, isStill = false } = visitor;
  return openScreen({
    ...{ plan, app, services, params, session, isStill },
    device: serverDevice(language, chrome === 'host'),
    entry: '',
    // No visit is restored, so no hash of the plan need be computed.
    hash: '',
    hasPlaceholder: true,
  });
}

function nothing(): undefined {
  return undefined;
}

function pending(): Promise<never> {
  return new Promise(() => undefined);
}

const nowhere = { get: nothing, set: nothing, remove: nothing, keys: () => [] };

/** Services without effects. */
function createServices(
  { now, origin }: Pick<VisitToRender, 'now' | 'origin'>,
  send: Services['http']['send'],
): Services {
  return {
    http: { send },
    clock: { now: () => now, after: () => nothing },
    storage: { session: nowhere, device: nowhere },
    native: { inShell: false, has: () => false, call: pending },
    router: { go: nothing, show: nothing, leave: nothing, back: nothing, isFirst: () => false, origin },
    clipboard: { write: pending },
    random: { id: () => '' },
    // Values that cannot be computed are reported by the page, which has the visitor's data.
    report: nothing,
  };
}

/** Attributes without a use in inert content; and `style`, which the document's policy forbids. */
const NEEDLESS = / (style|id|for|value|role|novalidate|aria-(hidden|live|labelledby|describedby))="[^"]*"/g;

function inert(markup: string): string {
  return markup.replace('<div', '<div inert=""').replaceAll(NEEDLESS, '');
}

/** Everything that runs something when it is tapped. Text boxes stay usable. */
const TAPPED = /<(?:button|input type="(?:checkbox|radio|file)")[^>]*/g;

/** Until the page takes the screen over, nothing in it can be tapped: `[data-wait]` is what the page enables again. */
function waiting(markup: string): string {
  return markup.replaceAll(TAPPED, (tag) =>
    / disabled=""/.test(tag) ? tag : `${tag} disabled="" data-wait=""`,
  );
}
