import { renderToStaticMarkup } from 'react-dom/server';
import { openScreen, prepareEverything } from './engine.ts';
import type { Services } from './runtime/services.ts';
import type { AppPlan, Plan } from './plan/plan.ts';
import { Screen } from './screen.tsx';

/*
 * Renders the placeholder of a screen: its content before data and scripts are loaded, for the HTML document.
 * A separate entry point, because the page does not use it.
 */

// Rendering is synchronous, so all widgets are loaded first.
await prepareEverything();

const nowhere = { get: () => undefined, set: () => undefined, remove: () => undefined, keys: () => [] };

const services: Services = {
  // Requests never resolve. All parameters are pending, so few are sent.
  http: { send: () => new Promise(() => undefined) },
  clock: { now: () => Date.now(), after: () => () => undefined },
  storage: { session: nowhere, device: nowhere },
  native: { inShell: false, has: () => false, call: () => new Promise(() => undefined) },
  router: {
    go: () => undefined,
    show: () => undefined,
    leave: () => undefined,
    back: () => undefined,
    isFirst: () => false,
    origin: '',
  },
  clipboard: { write: () => new Promise(() => undefined) },
  random: { id: () => '' },
  // Values that cannot be computed are reported by the page, which has the visitor's data.
  report: () => undefined,
};

export interface PlaceholderOptions {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  /** See `ScreenProps`. */
  readonly chrome: 'web' | 'host';
}

export interface PlaceholderHtml {
  /** HTML of the screen's root element; empty if the screen shows nothing or cannot be rendered without data. */
  readonly markup: string;
  /** Title of the document; empty if it is not known yet. */
  readonly title: string;
}

/** Renders a screen whose data is loading: skeletons for the data, and the constant texts. The result is inert. */
export function renderPlaceholder({ plan, app, language, chrome }: PlaceholderOptions): PlaceholderHtml {
  try {
    const live = openScreen({
      plan,
      app,
      services,
      params: {},
      session: {},
      device: {
        online: true,
        inShell: chrome === 'host',
        inApp: false,
        keyboardInset: 0,
        language,
        dark: false,
        textScale: 1,
      },
      entry: '',
      isStill: true,
    });
    const markup = renderToStaticMarkup(<Screen live={live} chrome={chrome} />);
    live.close();
    const { phase, documentTitle: title = '' } = live.surface.snapshot();
    return { markup: phase === 'loading' || phase === 'content' ? inert(markup) : '', title };
  } catch {
    // The page renders the screen a moment later and reports the error.
    return { markup: '', title: '' };
  }
}

/** Attributes without a use in inert content; and `style`, which the document's policy forbids. */
const NEEDLESS = / (style|id|for|value|role|novalidate|aria-(hidden|live|labelledby|describedby))="[^"]*"/g;

function inert(markup: string): string {
  return markup.replace('<div', '<div inert=""').replaceAll(NEEDLESS, '');
}
