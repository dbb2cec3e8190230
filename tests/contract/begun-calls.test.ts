import { describe, expect, it } from 'vitest';
import { readProject } from '#src/cli/project.ts';
import { checkProject } from '#renderer/grammar/check.ts';
import { isCounting } from '#renderer/grammar/contracts.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';

const files = readProject('.');

function read(path: string): Json {
  const value: unknown = JSON.parse(files.find((file) => file.path === path)?.text ?? '');
  if (!isJson(value)) throw new Error(`${path} is no record.`);
  return value;
}

const contracts = files
  .filter(({ path }) => path.endsWith('.endpoint.json'))
  .map(({ path }) => read(path))
  .filter(({ safe }) => safe !== true);
const named = (those: readonly Json[]) => those.map(({ name }) => String(name)).sort();
const effectOf = ({ effect }: Json) => (isJson(effect) ? effect['is'] : undefined);

/** The shipped definitions, with one file replaced. */
const replaced = (path: string, text: string): readonly SourceFile[] =>
  files.map((file) => (file.path === path ? { path, text } : file));
const codesOf = (project: readonly SourceFile[]) => checkProject(project).map(({ code }) => code);

/** Every record in a document with these members. */
function findWith(value: unknown, ...names: readonly string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap((inner) => findWith(inner, ...names));
  if (!isJson(value)) return [];
  const inner = Object.values(value).flatMap((one) => findWith(one, ...names));
  return names.every((name) => Object.hasOwn(value, name)) ? [value, ...inner] : inner;
}

describe('a critical call with an unknown result', () => {
  const documents = files.filter(({ path }) => /^screens\/.*\.(?:screen|part)\.json$/.test(path));
  const unknown = documents.flatMap(({ path }) =>
    findWith(read(path), 'critical', 'catch')
      .filter(({ critical }) => isJson(critical) && critical['ask'] === undefined)
      .flatMap((call) => findWith(call['catch'], 'when', 'run'))
      .filter(({ when }) => when === "error.kind == 'unknown'")
      .flatMap(({ run }) => [...findWith(run, 'do', 'text'), ...findWith(run, 'list', 'with')])
      .filter(({ when }) => when === undefined)
      .map(({ text, with: given }) => [path, isJson(given) ? given['text'] : text] as const),
  );
  const failures = read('screens/app.json')['failures'];
  const table = findWith(isJson(failures) && failures['unknown'], 'list', 'with').map(
    ({ list, with: given }) => [`screens/app.json ${String(list)}`, isJson(given) && given['text']] as const,
  );

  it('1.18 shows first what to do if the stored record of the call is damaged, because a retry sends nothing', () => {
    expect(unknown.length).toBeGreaterThan(4);
    // The list shows the text inline and as a toast.
    expect(table.map(([place]) => place)).toEqual(['screens/app.json say']);
    for (const [path, text] of [...unknown, ...table])
      expect([path, text]).toEqual([path, { choose: ['${error.message}', expect.any(String)] }]);
  });
});

describe('each shipped unsafe call declares what prevents a second effect', () => {
  it('four calls only count', () => {
    expect(named(contracts.filter(isCounting))).toEqual([
      'click-log',
      'product-click',
      'track-click',
      'track-visit',
    ]);
  });

  it('seven calls can be repeated, each by a decision in docs/contributing/specification.md', () => {
    expect(named(contracts.filter((contract) => effectOf(contract) === 'idempotent'))).toEqual([
      'bank-save',
      'get-sms',
      'order-score',
      'product-jump',
      'register',
      'save-score',
      'upload-problem-img',
    ]);
  });

  it('all other calls take a key, so they are critical', () => {
    const others = contracts.filter((contract) => effectOf(contract) === undefined);
    expect(others.filter(({ keyed }) => keyed !== true)).toEqual([]);
    expect(named(others)).toContain('repayment-commit');
  });

  it('pay-way is refused without each of its three critical calls', () => {
    const path = 'screens/pay-way.screen.json';
    const bare: unknown = JSON.parse(JSON.stringify(read(path)), (name, value: unknown) =>
      name === 'critical' ? undefined : value,
    );
    expect(codesOf(replaced(path, JSON.stringify(bare)))).toEqual(
      Array.from({ length: 3 }, () => 'request/not-critical'),
    );
  });
});

describe('a critical call is refused if its contract does not declare which success ends it', () => {
  it('each shipped critical call, without its "once"', () => {
    const isRemembered = ({ path }: SourceFile) =>
      path.endsWith('.endpoint.json') && read(path)['once'] !== undefined;
    const bare = files.map((file) =>
      isRemembered(file) ? { ...file, text: JSON.stringify({ ...read(file.path), once: undefined }) } : file,
    );
    const refused = checkProject(bare).filter(({ code }) => code === 'endpoint/once');
    const remembered = files.filter(isRemembered).map(({ path }) => String(read(path)['name']));
    expect(
      remembered.filter((name) => !refused.some(({ message }) => message.includes(`"${name}"`))),
    ).toEqual([]);
    expect(remembered).toContain('repayment-commit');
  });
});

describe('a call that starts without a tap is found in each screen', () => {
  const account: Json = {
    do: 'request',
    endpoint: 'bank-save',
    background: true,
    with: { items: { cardNo: '4000123412341234' }, cardType: 1, productId: '1', source: 'loanDetail' },
  };

  it('the check detects a bank-save on enter of the order, with another account', () => {
    const path = 'screens/order.screen.json';
    const order = read(path);
    const on = isJson(order['on']) ? order['on'] : {};
    const text = JSON.stringify({ ...order, on: { ...on, enter: [account] } });
    expect(codesOf(replaced(path, text))).toContain('action/not-begun');
    expect(codesOf(replaced(path, JSON.stringify(order)))).not.toContain('action/not-begun');
  });

  const screens = files.filter(({ path }) => path.endsWith('.screen.json')).map(({ path }) => path);
  const calls = named(
    contracts.filter((contract) => !isCounting(contract) && contract['encoding'] !== 'multipart'),
  );
  const list = calls.map((endpoint) => ({ do: 'request', endpoint, critical: 'planted' }));
  const planted = files.map((file) =>
    screens.includes(file.path)
      ? { ...file, text: JSON.stringify({ ...read(file.path), on: { enter: list, back: list } }) }
      : file,
  );
  const refused = checkProject(planted)
    .filter(({ code, pointer }) => code === 'action/not-begun' && pointer.startsWith('/on/'))
    .map(({ file, pointer }) => `${file}#${pointer}`);

  it.each(screens)('%s: each call except counting ones, in the lists of enter and back', (path) => {
    const expected = ['enter', 'back'].flatMap((event) =>
      calls.map((_, at) => `${path}#/on/${event}/${at}/endpoint`),
    );
    expect(refused.filter((place) => place.startsWith(`${path}#`)).sort()).toEqual(expected.sort());
  });
});
