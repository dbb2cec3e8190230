import { type Context, Hono } from 'hono';
import { DRAFT_ELEMENT_ID, type DraftDocument } from '#src/simulator/draft-document.ts';
import { writeInlineJson } from '#src/shared/release.ts';
import { STATE_ELEMENT_ID, type StateDocument } from '#src/shared/states.ts';
import { respond } from '../delivery/compressed.ts';
import { escapeHtml, type Html, serveStyles } from '#src/shared/html.ts';
import { chooseDocumentLanguage } from '../delivery/language.ts';
import { describeAsset } from '../delivery/static-files.ts';
import { findWhole } from '../delivery/whole-release.ts';
import { writeStateAddress } from '#src/simulator/states/state-address.ts';
import { listStates, type ScreenState, writeReplies } from '#src/simulator/states/states.ts';
import { layVariants } from '#src/simulator/states/variants.ts';
import type { Database } from '../registry/database.ts';
import { RegistryRefusal } from '../registry/failures.ts';
import type { Rehearsed } from '../studio/studio-pages.ts';
import { readSessionCookie } from '../staff/browser.ts';
import { findSession } from '../staff/sessions.ts';
import { DRAFTS_ADDRESS } from './addresses.ts';
import { type CompiledDraft, type CompiledDraftsOptions, createCompiledDrafts } from './compiled-drafts.ts';
import { DRAFT_STYLES, writeDraftPage, writeNoDraftPage } from './draft-page-html.ts';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import { findDraftLink, findDraftPicture } from './draft-links.ts';

export interface DraftPagesOptions extends CompiledDraftsOptions {
  readonly database: Database;
  /** Called when a draft is shown for the first time. */
  readonly rehearse: () => Rehearsed;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Public origin of this server, if it differs from the origin in requests. */
  readonly publicOrigin?: string;
}

const STYLES_ADDRESS = `${DRAFTS_ADDRESS}/styles.css`;
const SHELL_SCRIPT = '/capiz/devtools/draft-shell.js';
const DRAFT_SCRIPT = '/capiz/devtools/draft.js';
const STATE_SCRIPT = '/capiz/devtools/state.js';
/** All drafts share one visit: each page simulates its own service. */
const VISIT = 'draft';
const PICTURE = /^([\w-]+)-([0-9a-f]{10})(\.[a-z0-9]+)$/;

/** Prevents caching and indexing by search engines. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

export interface DraftPages {
  readonly pages: Hono;
  /** Compiles a draft that will soon be shown; the caller does not wait. */
  prepare(draft: string, who: string): void;
}

/**
 * Previews of drafts on a phone: the borrower's page in a frame, under a banner that says that it is a draft. The
 * frame contains all its replies, and its policy allows only requests for the draft's own plans: no loan service
 * is called, and no visit is counted.
 */
export function createDraftPages(options: DraftPagesOptions): DraftPages {
  const { database, rehearse, now, publicOrigin } = options;
  const app = new Hono();
  const compiled = createCompiledDrafts(options);

  /** Host for sources in a policy; without a scheme the document's scheme applies. */
  const hostOf = (context: Context) => new URL(publicOrigin ?? context.req.url).host;
  const show = (context: Context, page: Html, status: 200 | 404 | 409, policy: string) =>
    context.html(page, status, {
      ...HEADERS,
      'Content-Security-Policy': `default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; ${policy}`,
    });
  /** Runs with the draft of a link, or responds that it cannot be shown. */
  async function withDraft(
    context: Context,
    run: (link: DraftLink, draft: CompiledDraft, base: string) => Response | Promise<Response>,
  ): Promise<Response> {
    const { secret = '' } = context.req.param() as { secret?: string };
    const link = await findDraftLink(database, secret, now());
    if (link === undefined) return show(context, writeNoDraftPage(STYLES_ADDRESS, 'over'), 404, '');
    try {
      return await run(
        link,
        await compiled(database.queries, link.draft, {
          who: link.actor,
          signal: context.req.raw.signal,
        }),
        `${DRAFTS_ADDRESS}/${secret}`,
      );
    } catch (error) {
      if (!(error instanceof RegistryRefusal) || error.code !== 'problems') throw error;
      return show(context, writeNoDraftPage(STYLES_ADDRESS, 'errors'), 409, '');
    }
  }

  function statesOf(draft: CompiledDraft): ReadonlyMap<string, readonly ScreenState[]> {
    const { scenarios, states } = layVariants(rehearse(), draft.variants);
    const { release } = draft.parts;
    // Fixtures of the working folder may belong to screens that the draft does not have.
    return listStates(states, scenarios, release, () => {});
  }

  function pick(
    states: ReadonlyMap<string, readonly ScreenState[]>,
    asked: string | undefined,
    { link, draft }: { readonly link: DraftLink; readonly draft: CompiledDraft },
  ): ScreenState | undefined {
    for (const name of [asked, link.state]) {
      const [screen = '', state = ''] = name?.split('/') ?? [];
      const found = states.get(screen)?.find((one) => one.name === state);
      if (found !== undefined) return found;
    }
    const [first] = [...draft.changed, ...states.keys()].flatMap((screen) => states.get(screen) ?? []);
    return first;
  }

  app.get(STYLES_ADDRESS, serveStyles(DRAFT_STYLES));

  app.get(`${DRAFTS_ADDRESS}/:secret`, (context) =>
    withDraft(context, (link, draft, base) => {
      const states = statesOf(draft);
      const { languages } = draft.parts.release.app.plan;
      const asked = context.req.query('lang');
      const { language } = chooseDocumentLanguage(languages, asked ?? null, undefined);
      const state = pick(states, context.req.query('state'), { link, draft });
      const page = writeDraftPage({
        ...{ link, states, state, language, base, now: now() },
        ownStates: new Set(draft.variants.keys()),
        languages: languages.list,
        styles: STYLES_ADDRESS,
        script: SHELL_SCRIPT,
      });
      const policy =
        `script-src 'self'; connect-src ${hostOf(context)}${base}; frame-src ${hostOf(context)}${base}/; form-action 'self'; ` +
        "require-trusted-types-for 'script'; trusted-types 'none'";
      return show(context, page, 200, policy);
    }),
  );

  app.get(`${DRAFTS_ADDRESS}/:secret/page`, (context) =>
    withDraft(context, (link, draft, base) => {
      if (!isForFrame(context)) return context.redirect(base, 302);
      const { document, parts } = draft;
      const { release, contracts } = parts;
      const { plan } = release.app;
      const { language } = chooseDocumentLanguage(
        plan.languages,
        context.req.query('lang') ?? null,
        undefined,
      );
      const state = pick(statesOf(draft), context.req.query('state'), { link, draft });
      const { scenarios, service, places } = layVariants(rehearse(), draft.variants);
      const scenario = scenarios.get(state?.scenario ?? '');
      if (state === undefined || scenario === undefined) return context.text('Nothing to be shown.', 404);
      const given: DraftDocument = {
        ...{ base, contracts, service, places, scenarios: [scenario] },
        address: writeStateAddress(state, scenario, VISIT, language),
      };
      const stand: StateDocument = { state, replies: writeReplies(contracts) };
      const head =
        // For browsers without Sec-Fetch-Dest: outside a frame draft.ts redirects to the banner; this does it
        // without scripts.
        `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(base)}"></noscript>` +
        `<meta name="robots" content="noindex">${writeJson(DRAFT_ELEMENT_ID, given)}` +
        `<script type="module" src="${DRAFT_SCRIPT}"></script>${writeJson(STATE_ELEMENT_ID, stand)}` +
        `<script type="module" src="${STATE_SCRIPT}"></script>`;
      const { content } = document.write(state.path, language, { head, version: 0 });
      const host = hostOf(context);
      const frames = plan.hosts.frame.length === 0 ? "'none'" : plan.hosts.frame.join(' ');
      return respond(context.req.raw, content, 200, {
        ...HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          `default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob: ${host}/capiz/; ` +
          `connect-src ${host}${base}/; frame-src ${frames}; worker-src 'none'; base-uri 'none'; ` +
          "form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types capiz",
      });
    }),
  );

  app.get(`${DRAFTS_ADDRESS}/:secret/:kind{plans|releases}/:file`, (context) =>
    withDraft(context, (_link, { parts: { release } }) => {
      const { kind, file } = context.req.param() as { kind: string; file: string };
      const name = file.replace(/\.json$/, '');
      const content = kind === 'plans' ? release.files.get(name) : findWhole([release], name);
      if (content === undefined) return context.text('Not found', 404);
      return respond(context.req.raw, content, 200, { ...HEADERS, 'Content-Type': 'application/json' });
    }),
  );

  /** Only images of drafts get here: those of releases were answered before. */
  app.get('/capiz/assets/:file', async (context, next) => {
    const [, name, beginning, ending] = PICTURE.exec(context.req.param('file')) ?? [];
    if (name === undefined || beginning === undefined || ending === undefined) return next();
    const path = `screens/assets/${name}${ending}`;
    const cookie = readSessionCookie(context.req.raw, publicOrigin);
    const isStaff = (await findSession(database, cookie, now())) !== undefined;
    const bytes = await findDraftPicture(database, { path, beginning, isStaff }, now());
    if (bytes === undefined) return next();
    // One of the databases returns an ArrayBuffer.
    const picture = new Uint8Array(bytes);
    return context.body(picture, 200, {
      ...HEADERS,
      'Content-Type': describeAsset(picture).type,
      // Opened directly, it would look like a page of ours without the banner.
      'Content-Disposition': 'attachment',
    });
  });
  return {
    pages: app,
    prepare(draft, who) {
      // Errors are shown to the person who opens the draft.
      compiled(database.queries, draft, { who })
        .then(rehearse)
        .catch(() => undefined);
    },
  };
}

/**
 * Whether the browser loads this into a frame. Browsers send the header only over https; without it the request is
 * allowed.
 */
function isForFrame(context: Context): boolean {
  return (context.req.header('sec-fetch-dest') ?? 'iframe') === 'iframe';
}

function writeJson(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${writeInlineJson(value)}</script>`;
}
