import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Fault, Http } from '#renderer/engine.ts';
import { findLanguage } from '#renderer/plan/language.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { fingerprint } from '#renderer/runtime/fingerprint.ts';
import { App } from '#src/borrower/app.tsx';
import { createId } from '#src/borrower/create-id.ts';
import { createHistory, type PageHistory } from '#src/borrower/history.ts';
import { createPage, type Page } from '#src/borrower/page.ts';
import type { PlanSource } from '#src/borrower/plan-source.ts';
import { createServices } from '#src/borrower/services.ts';
import { findStorage } from '#src/borrower/storage.ts';
import type { Parameters } from '#src/shared/parameters.ts';

export interface ScreensProps {
  readonly app: AppPlan;
  /** By screen. */
  readonly plans: { readonly [screen: string]: Plan };
  /** Default: `?lang=` of the address if the application has it, else the application's default. */
  readonly language?: string;
  /** Values of the session parameters of app.json. Other values open the screen again. */
  readonly session?: { readonly [name: string]: string };
  /** Makes the calls. Default: to the page's own origin. See `callService`. */
  readonly http?: Http;
  /** `web`: screens have a header with Back and the title. `host`: the surrounding application has its own. Default `web`. */
  readonly chrome?: 'web' | 'host';
  /** Receives faults, such as a reply that does not match its contract. Default: the console. */
  readonly onFault?: (fault: Fault) => void;
}

/**
 * Shows the screen of the page's address, and follows `go` and Back: the address chooses the screen by `routes`. Renders
 * nothing on a server. Call `register` before, if screens use your own widgets or actions.
 */
export function Screens(props: ScreensProps): ReactNode {
  const { app, plans, language, session = NOBODY, chrome = 'web' } = props;
  const [opened, setOpened] = useState<Opened>();
  // Read when a page opens, so that a new function of the caller does not open the screen again.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const visitor = JSON.stringify(session);
  useEffect(() => {
    const made = open({ app, plans, language, latest: () => latest.current });
    setOpened(made);
    return () => made.page.close();
    // oxlint-disable-next-line react/exhaustive-deps -- `visitor` is the content of `session`
  }, [app, plans, language, visitor]);
  return (
    <>
      {app.brand === undefined ? null : <style>{app.brand.join('\n')}</style>}
      {opened === undefined ? null : (
        <App
          key={opened.key}
          page={opened.page}
          history={opened.history}
          hasHeader={chrome === 'web'}
          say={(word) => String(app.messages[opened.language]?.[word] ?? word)}
        />
      )}
    </>
  );
}

const NOBODY: Parameters = {};

interface Opened {
  readonly key: string;
  readonly page: Page;
  readonly history: PageHistory;
  readonly language: string;
}

interface OpenOptions extends Pick<ScreensProps, 'app' | 'plans'> {
  readonly language: string | undefined;
  readonly latest: () => ScreensProps;
}

function open({ app, plans, language = languageOf(app), latest }: OpenOptions): Opened {
  const newId = () => createId(window.crypto);
  const history = createHistory(window, newId);
  const storage = {
    session: findStorage(window, 'sessionStorage'),
    device: findStorage(window, 'localStorage'),
  };
  const { http, session = NOBODY } = latest();
  const services = {
    ...createServices({ window, storage, history, newId, clockOffsetMs: 0, ...(http && { http }) }),
    report: (fault: Fault) => (latest().onFault ?? logFault)(fault),
  };
  const source = sourceOf(app, plans, language);
  return {
    key: newId(),
    page: createPage({ window, plans: source, session, services, history }),
    history,
    language,
  };
}

function languageOf({ languages }: AppPlan): string {
  const asked = new URLSearchParams(window.location.search).get('lang');
  return (asked === null ? undefined : findLanguage(languages.list, asked)) ?? languages.default;
}

function logFault({ code, screen, node, detail }: Fault): void {
  console.error(['capiz:', code, screen, node, detail].filter((word) => word !== undefined).join(' '));
}

/** All plans are in the page already. */
function sourceOf(app: AppPlan, plans: ScreensProps['plans'], language: string): PlanSource {
  const planOf = (screen: string) => (Object.hasOwn(plans, screen) ? plans[screen] : undefined);
  const release = {
    language,
    app: { plan: app },
    // A stored visit is restored only for the same plan.
    screens: Object.fromEntries(
      Object.entries(plans).map(([id, plan]) => [id, fingerprint(JSON.stringify(plan))]),
    ),
    name: 'page',
    version: 0,
    demo: false,
  };
  return {
    release: () => release,
    ready: planOf,
    load: (screen) => Promise.reject(new Error(`There is no screen ${screen}.`)),
    prefetch: () => undefined,
  };
}
