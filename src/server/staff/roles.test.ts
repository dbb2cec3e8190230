import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { API_ADDRESS } from '../registry/api-environment.ts';
import { createRegistryApi, OPEN_API_ADDRESS } from '../registry/api.ts';
import { OPERATIONS } from '../registry/operations.ts';
import { LONG } from '#tests/property/settings.ts';
import { onBothEngines, smallProject } from '../registry/testing.ts';
import {
  ACTIONS,
  type Action,
  asksSecond,
  type Cell,
  readCell,
  ROLES,
  type Role,
  SCREEN_KINDS,
  type ScreenKind,
} from '#src/review/roles.ts';
import { addService } from './accounts.ts';
import { givenStaff } from './testing.ts';

type Decide = typeof import('#src/review/roles.ts').decide;

/** Replaces the decision of the table, for a test that injects a fault. */
const planted = vi.hoisted((): { decide?: (...given: Parameters<Decide>) => Cell | undefined } => ({}));
vi.mock('#src/review/roles.ts', async (original) => {
  const real = await original<typeof import('#src/review/roles.ts')>();
  const decide: Decide = (...given) => planted.decide?.(...given) ?? real.decide(...given);
  return { ...real, decide };
});
afterEach(() => delete planted.decide);

/** One request of each operation, about things that do not exist: an allowed caller gets 404 or a result. */
const NONE = 'a'.repeat(64);
const SHELF = 'screens/shelf.screen.json';
const SAMPLES: { readonly [operation: string]: unknown } = {
  makeRelease: { draft: 'none', reason: 'A test.' },
  // With the contracts of the live release: other contracts would need a further right.
  importRelease: {
    bundle: { format: 1, release: NONE, files: projectOf('ordinary', 'a test') },
    reason: 'A test.',
  },
  approveRelease: { reason: 'A test.' },
  askForChanges: { text: 'A test.' },
  publishRelease: { reason: 'A test.' },
  rollBack: { reason: 'A test.', to: NONE },
  openDraft: { title: 'A test' },
  renameDraft: { title: 'A test' },
  saveDraft: { seen: 0, changes: {} },
  addComment: { path: SHELF, pointer: '', revision: 0, text: 'A test.' },
  bePresent: {},
  addAsset: { seen: 0, name: 'none', base64: '' },
  removeAsset: { seen: 0 },
  makeDraftLink: { hours: 1 },
  replyToComment: { text: 'A test.' },
  startRollout: { release: NONE, strategy: 'quick', reason: 'A test.' },
  pauseRollout: { reason: 'A test.' },
  resumeRollout: { reason: 'A test.' },
  advanceRollout: { reason: 'A test.' },
  returnRollout: { reason: 'A test.' },
  closeScreen: { screen: 'none', reason: 'A test.' },
  openScreen: { reason: 'A test.' },
  scheduleRelease: { due: 9_000, reason: 'A test.' },
  moveSchedule: { due: 9_000, reason: 'A test.' },
  cancelSchedule: { reason: 'A test.' },
  addFreeze: { from: 1, to: 2, reason: 'A test.' },
  removeFreeze: { reason: 'A test.' },
  invitePerson: { name: 'known', role: 'viewer' },
  addService: { name: 'known', role: 'viewer' },
  changeRole: { role: 'viewer' },
  makeToken: { label: 'A test', days: 1 },
  reviewPicture: { state: 'shelf content en', picture: 'known', verdict: 'accepted', note: '' },
  testMail: { to: 'ana@lender.example' },
  addWebhook: { address: 'https://hooks.example.com/', events: ['release.published'] },
};

/** The lowest role of each operation, written a second time by hand. */
const LEAST: { readonly [role in Role]: string } = {
  viewer: `readHome readWaiting readLive readRollback listReleases readRelease judgeRelease exportRelease listReports listDrafts readDraft listSaves
    readContent readHistory blame listAudit verifyAudit listSchedules listFreezes listRollouts readRollout listClosedScreens
    listStaff readMe listTokens makeToken removeToken
    listComments addComment replyToComment resolveComment reopenComment listMentions readMention listVisitors
    listPresent bePresent leaveDraft listDraftLinks listAssets listPictureReviews`,
  editor:
    'makeRelease importRelease openDraft saveDraft renameDraft discardDraft makeDraftLink revokeDraftLink addAsset removeAsset reviewPicture',
  approver: 'approveRelease askForChanges withdrawChangeRequest',
  publisher: `publishRelease scheduleRelease startRollout pauseRollout resumeRollout advanceRollout returnRollout rollBack
    moveSchedule cancelSchedule closeScreen openScreen addFreeze removeFreeze`,
  admin: `invitePerson withdrawInvitation addService changeRole disableStaff enableStaff renewAccess listWebhooks addWebhook
    removeWebhook testWebhook listMail testMail`,
};
const leastOf = (id: string): Role | undefined => ROLES.find((role) => LEAST[role].split(/\s+/).includes(id));

/** The routes in the OpenAPI document. */
interface Documented {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: { readonly operationId: string; readonly requestBody?: object };
    };
  };
}

/** A project with a screen `shelf` of this kind, and a text with its author. */
function projectOf(kind: ScreenKind, maker: string): { [path: string]: string } {
  const text = { type: 'text', text: `${kind} by ${maker}` };
  // No policy exempts a change of style, and every policy exempts the words.
  const body = [kind === 'change' ? { ...text, style: 'title' } : text];
  const marks = kind === 'ordinary' || kind === 'change' ? {} : { review: [kind] };
  const files = smallProject({ body, ...marks });
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('base64')]));
}

onBothEngines('the table of roles', ({ database }) => {
  async function open() {
    const api = createRegistryApi({
      database: database(),
      now: () => 5_000,
      afterChange: () => Promise.resolve(),
    });
    async function call(
      token: string | undefined,
      id: string,
      names: { [name: string]: string } = {},
      body?: unknown,
    ) {
      const operation = OPERATIONS.find((one) => one.id === id);
      if (operation === undefined) throw new Error(`There is no operation ${id}.`);
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? NONE);
      const reply = await api.request(`/capiz/api/v1${path}`, {
        method: operation.method.toUpperCase(),
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await reply.json()) as { hash?: string; id?: string; error?: { code: string } };
      return { status: reply.status, answer, code: answer.error?.code };
    }
    const tokens = new Map<Role, string>();
    for (const role of ROLES) tokens.set(role, await givenStaff(database(), role, role));
    const admin = tokens.get('admin') ?? '';
    const author = await givenStaff(database(), 'author', 'editor');
    const second = await givenStaff(database(), 'second', 'approver');
    async function make(token: string, kind: ScreenKind, maker: string): Promise<string> {
      const files = projectOf(kind, maker);
      return String((await call(token, 'makeRelease', {}, { files, reason: 'A test.' })).answer.hash);
    }
    const reason = { reason: 'A test.' };
    await call(admin, 'publishRelease', { release: await make(author, 'ordinary', 'the first') }, reason);
    return { api, call, tokens, admin, author, second, make, reason };
  }

  /** Calls every route of the OpenAPI document, for every role and for strangers. @returns the deviations. */
  async function compareRoutes(): Promise<{ readonly asked: number; readonly deviations: string[] }> {
    const { api, tokens } = await open();
    const { paths } = (await (await api.request(OPEN_API_ADDRESS)).json()) as Documented;
    const deviations: string[] = [];
    let asked = 0;
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId: id, requestBody }] of Object.entries(methods)) {
        const body = SAMPLES[id];
        const least = leastOf(id);
        if (least === undefined) deviations.push(`${id} stands in no row`);
        if ((requestBody === undefined) !== (body === undefined))
          deviations.push(`${id} has no sample of its own`);
        const ask = async (token?: string) => {
          const reply = await api.request(API_ADDRESS + path.replace(/\{\w+\}/g, NONE), {
            method: method.toUpperCase(),
            headers: {
              ...(token !== undefined && { Authorization: `Bearer ${token}` }),
              ...(body !== undefined && { 'Content-Type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          const { error } = (await reply.json()) as { error?: { code: string } };
          asked += 1;
          return { status: reply.status, code: error?.code };
        };
        const stranger = await ask();
        if (stranger.status !== 401) deviations.push(`${id} answers a stranger ${stranger.status}`);
        for (const [role, token] of tokens) {
          const { status, code } = await ask(token);
          const isAllowed = least !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least);
          if ((code !== 'forbidden') !== isAllowed || status >= 500) {
            deviations.push(`${id} answers ${role} ${status} ${code}`);
          }
        }
      }
    }
    return { asked, deviations };
  }

  it('applies to every route of the OpenAPI document, for every role and for strangers', async () => {
    const { asked, deviations } = await compareRoutes();
    expect(deviations).toEqual([]);
    expect(asked).toBe(OPERATIONS.length * (ROLES.length + 1));
  });

  it('the check detects a server that lets editors publish', async () => {
    planted.decide = (role, action) => (role === 'editor' && action === 'publish' ? 'yes' : undefined);
    expect((await compareRoutes()).deviations.join()).toContain('publishRelease answers editor');
  });

  it('the check detects a server that forbids publishers to freeze', async () => {
    planted.decide = (role, action) => (role === 'publisher' && action === 'freeze' ? 'no' : undefined);
    expect((await compareRoutes()).deviations.join()).toContain('addFreeze answers publisher 403');
  });

  it('covers all routes: no others respond', async () => {
    const { api } = await open();
    const documented = OPERATIONS.map(
      ({ method, path }) => `${method.toUpperCase()} ${API_ADDRESS}${path.replace(/\{(\w+)\}/g, ':$1')}`,
    );
    const beside = (routes: typeof api.routes) => {
      const named = routes.map(({ method, path }) => `${method} ${path}`);
      return [...new Set(named)].filter((route) => !documented.includes(route));
    };
    // The OpenAPI document itself, and the handler that runs before and after every route.
    const known = [`GET ${OPEN_API_ADDRESS}`, `ALL ${API_ADDRESS}/*`];
    expect(beside(api.routes)).toEqual(known);
    const forgotten = new Hono().post(`${API_ADDRESS}/forgotten`, (context) => context.text('yes'));
    expect(beside([...api.routes, ...forgotten.routes])).toEqual([...known, `POST ${API_ADDRESS}/forgotten`]);
  });

  it('matches the responses of the API, in each of its cells', async () => {
    const { call, tokens, admin, author, second, make, reason } = await open();
    const releases = new Map<ScreenKind, string>();
    for (const kind of SCREEN_KINDS) releases.set(kind, await make(author, kind, 'author'));
    const draft = (await call(author, 'openDraft', {}, { title: 'To be talked about' })).answer.id ?? '';
    const cellOf = ({ code }: { code: string | undefined }): Cell =>
      code === undefined ? 'yes' : code === 'approval' ? 'second' : 'no';
    /** Performs each action, undoes it, and returns the result. */
    const DO: {
      readonly [action in Action]: (token: string, kind: ScreenKind, release: string) => Promise<Cell>;
    } = {
      read: async (token, _kind, release) => cellOf(await call(token, 'readRelease', { release })),
      comment: async (token) =>
        cellOf(
          await call(
            token,
            'addComment',
            { draft },
            { path: SHELF, pointer: '', revision: 0, text: 'Good.' },
          ),
        ),
      edit: async (token) =>
        // Send another text than the author's: a person who sent the same value could not approve it, either.
        cellOf(await call(token, 'makeRelease', {}, { files: projectOf('ordinary', 'somebody'), ...reason })),
      async publish(token, _kind, release) {
        const cell = cellOf(await call(token, 'publishRelease', { release }, reason));
        if (cell === 'yes') await call(admin, 'rollBack', {}, reason);
        return cell;
      },
      approve: async (token, _kind, release) =>
        cellOf(await call(token, 'approveRelease', { release }, reason)),
      async 'take-back'(token, _kind, release) {
        await call(admin, 'publishRelease', { release }, reason);
        const cell = cellOf(await call(token, 'rollBack', {}, reason));
        if (cell === 'no') await call(admin, 'rollBack', {}, reason);
        return cell;
      },
      async freeze(token) {
        const added = await call(token, 'addFreeze', {}, { from: 9_000, to: 9_001, ...reason });
        if (added.answer.id) await call(admin, 'removeFreeze', { freeze: added.answer.id }, reason);
        return cellOf(added);
      },
      async 'change-contract'(token) {
        const own = (await call(admin, 'openDraft', {}, { title: 'Another path' })).answer.id ?? '';
        const changes = { 'schemas/api/book.endpoint.json': { text: '{}' } };
        return cellOf(await call(token, 'saveDraft', { draft: own }, { seen: 0, changes }));
      },
      manage: async (token) =>
        cellOf(await call(token, 'changeRole', { name: 'author' }, { role: 'editor' })),
      own: async (token) => cellOf(await call(token, 'listTokens')),
    };
    const deviations: string[] = [];
    const compare = async (action: Action, expected: (cell: Cell) => Cell = (cell) => cell) => {
      for (const role of ROLES) {
        for (const kind of SCREEN_KINDS) {
          const found = await DO[action](tokens.get(role) ?? '', kind, releases.get(kind) ?? '');
          const wanted = expected(readCell(role, action, kind));
          if (found !== wanted) deviations.push(`${role} ${action} ${kind}: ${found}, not ${wanted}`);
        }
      }
    };
    // Compare publishing before any approval, and after one.
    await compare('publish');
    for (const release of releases.values()) await call(second, 'approveRelease', { release }, reason);
    await compare('publish', (cell) => (cell === 'second' ? 'yes' : cell));
    for (const action of ACTIONS) if (action !== 'publish') await compare(action);
    expect(deviations).toEqual([]);
  });

  /** @param forget - Called before the approval. */
  async function approveOwn(
    roles: readonly Role[],
    kinds: readonly ScreenKind[],
    forget = () => Promise.resolve(),
  ): Promise<string[]> {
    const { call, tokens, make, reason } = await open();
    const approved: string[] = [];
    /** A draft by one person, made into a release by another. */
    async function makeByTwo(kind: ScreenKind, role: Role, token: string, machine: string): Promise<string> {
      const { answer } = await call(machine, 'openDraft', {}, { title: 'Two hands' });
      const draft = { draft: answer.id ?? '' };
      const text = Buffer.from(projectOf(kind, `${role} in a draft`)[SHELF] ?? '', 'base64').toString('utf8');
      await call(token, 'saveDraft', draft, { seen: 0, changes: { [SHELF]: { text } } });
      const made = await call(tokens.get('admin'), 'makeRelease', {}, { ...draft, ...reason });
      return made.answer.hash ?? '';
    }
    for (const role of roles) {
      const token = tokens.get(role) ?? '';
      const machine = await addService(database(), {
        ...{ name: `machine-of-${role}`, role: 'admin', until: null },
        ...{ actor: role, at: 0 },
      });
      for (const kind of kinds) {
        const releases = [await make(token, kind, role), await make(machine, kind, `machine of ${role}`)];
        if (LONG || kind === 'money') releases.push(await makeByTwo(kind, role, token, machine));
        await forget();
        // A role that cannot make releases has no hash here.
        for (const release of releases.filter((hash) => /^[0-9a-f]{64}$/.test(hash))) {
          const { code } = await call(token, 'approveRelease', { release }, reason);
          if (code === undefined) approved.push(`${role} ${kind} ${release}`);
          const byMachine = await call(machine, 'approveRelease', { release }, reason);
          if (byMachine.code !== 'approval') approved.push(`machine of ${role} ${kind}`);
        }
      }
    }
    return approved;
  }

  it('never lets people approve their own change: alone, in a draft, or by their service account', async () => {
    const roles = ROLES.filter((one) => LONG || readCell(one, 'approve', 'money') !== 'no');
    expect(await approveOwn(roles, SCREEN_KINDS)).toEqual([]);
  });

  it('the check detects a server that does not know the authors of a change: people approve their own', async () => {
    const forget = async () => {
      await database().queries.deleteFrom('authors').execute();
    };
    expect((await approveOwn(['approver'], ['money'], forget)).join()).toContain('approver money');
  });
});

describe('the table of roles', () => {
  it('matches the intention: viewers only comment, only admins manage, money needs a second person', () => {
    const may = (role: Role) => ACTIONS.filter((action) => readCell(role, action, 'ordinary') !== 'no');
    expect(Object.fromEntries(ROLES.map((role) => [role, may(role)]))).toEqual({
      viewer: ['read', 'comment', 'own'],
      editor: ['read', 'comment', 'edit', 'own'],
      approver: ['read', 'comment', 'edit', 'approve', 'own'],
      publisher: [
        ...['read', 'comment', 'edit', 'change-contract', 'approve', 'publish', 'take-back', 'freeze', 'own'],
      ],
      admin: [...ACTIONS],
    });
    expect(SCREEN_KINDS.filter(asksSecond)).toEqual(['money', 'consent', 'legal', 'change']);
  });
});
