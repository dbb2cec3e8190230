import { renderToStaticMarkup } from 'react-dom/server';
import { openScreen, prepareEverything } from './engine.ts';
import type { Services } from './runtime/services.ts';
import type { AppPlan, Plan } from './plan/plan.ts';
import { Screen } from './screen.tsx';

/*
 * What of a screen can be drawn before anybody's data, and before the page's script: for whoever sends a document. A
 * door of its own, because a page has no use for it.
 */

// Drawing waits for nothing: every widget is here before.
await prepareEverything();

const nowhere = { get: () => undefined, set: () => undefined, remove: () => undefined, keys: () => [] };

const services: Services = {
  // A call that nobody answers; with every parameter pending few are made.
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
  // What cannot be computed is told by the page, which has the visitor's values.
  report: () => undefined,
};

export interface PictureOptions {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  /** As of `ScreenProps`. */
  readonly chrome: 'web' | 'host';
}

export interface FirstPicture {
  /** Begins with the screen's own element; empty where there is nothing to be seen, or the screen cannot be drawn so. */
  readonly markup: string;
  /** Of the document; empty where it is not known yet. */
  readonly title: string;
}

/**
 * A screen as it is while its data is on its way: skeletons where that will be, words where it says them. Nothing of it
 * can be used.
 */
export function drawFirstPicture({ plan, app, language, chrome }: PictureOptions): FirstPicture {
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
    // The page draws it a moment later, and tells what is wrong with it.
    return { markup: '', title: '' };
  }
}

/** Nobody hears it or uses it, and a document's policy allows no `style`. */
const NEEDLESS = / (style|id|for|value|role|novalidate|aria-(hidden|live|labelledby|describedby))="[^"]*"/g;

function inert(markup: string): string {
  return markup.replace('<div', '<div inert=""').replaceAll(NEEDLESS, '');
}
