import { describe, expect, it, vi } from 'vitest';
import { codes } from '#renderer/grammar/codes.ts';
import { checkBrand } from '#src/shared/brand/with-brand.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { badWorld, type BadDefinition, namesIn, readBad, spoil } from '#tests/bad-definitions.ts';
import { openApi, type Send } from '#tests/publish-api.ts';

/** Number of projects with two faults, besides those with one. */
const PAIRS = 260;

interface Case {
  readonly title: string;
  readonly faults: readonly BadDefinition[];
}

const isError = (code: string | undefined) =>
  Object.entries(codes).some(([name, { severity }]) => name === code && severity === 'error');

const single: readonly Case[] = namesIn('bad')
  .map((title) => ({ title, faults: [readBad('bad', title)] }))
  .filter(({ faults }) => faults.every(({ expected }) => isError(expected.split(' ')[0])));

/** Two faults at a time, in different documents: neither hides the other. */
function pair(): readonly Case[] {
  const pairs: Case[] = [];
  for (let step = 1; pairs.length < PAIRS; step += 7) {
    single.forEach(({ title, faults: [one] }, at) => {
      const {
        title: second,
        faults: [other],
      } = single[(at + step) % single.length] as Case;
      if (one === undefined || other === undefined || one.path === other.path || pairs.length === PAIRS)
        return;
      pairs.push({ title: `${title} with ${second}`, faults: [one, other] });
    });
  }
  return pairs;
}

/** Cases that are not refused with the rule, the document and the path of one of their faults. */
async function findAccepted(send: Send, cases: readonly Case[]): Promise<string[]> {
  const accepted: string[] = [];
  for (const { title, faults } of cases) {
    const { status, problems } = await send(spoil(...faults));
    const named = problems.map(({ code, file, line, column }) => `${file} ${code} ${line}:${column}`);
    const isNamed = faults.some(({ path, expected }) => named.includes(`${path} ${expected}`));
    if (status !== 422 || !isNamed) accepted.push(title);
  }
  return accepted;
}

describe('an invalid project that is sent directly to the API', () => {
  it('is refused with its rule and path for at least 400 invalid projects of at least 40 rules', async () => {
    const cases = [...single, ...pair()];
    const rules = new Set(
      cases.flatMap(({ faults }) => faults.map(({ expected }) => expected.split(' ')[0])),
    );
    expect(cases.length).toBeGreaterThanOrEqual(400);
    expect(rules.size).toBeGreaterThanOrEqual(40);
    const send = await openApi();
    expect(await findAccepted(send, cases)).toEqual([]);
    expect((await send(badWorld)).status).toBe(200);
    reportFigures({ check: 3, refused: cases.length, rules: rules.size, accepted: 0 });
  });

  it("is refused if the brand's contrast on the tokens is too low, as on the command line", async () => {
    const send = await openApi();
    const themes = Object.entries({ light: '#ffffff', dark: '#0b1220' }).map(([theme, hex]) => {
      const ground = { $value: { colorSpace: 'srgb', hex } };
      const bg = { canvas: ground, surface: ground, sunken: ground, raised: ground };
      return { path: `screens/theme/${theme}.tokens.json`, text: JSON.stringify({ color: { bg } }) };
    });
    const branded = (brand: object) => [
      ...themes,
      ...badWorld.map((file) =>
        file.path === 'screens/app.json'
          ? { ...file, text: file.text.replace('{', () => `{ "brand": ${JSON.stringify(brand)},`) }
          : file,
      ),
    ];
    expect((await send(branded({ seed: '#2a4bd7' }))).status).toBe(200);
    const unread = branded({ seed: '#2a4bd7', overrides: { light: { text: '#ffffee' } } });
    const { status, problems } = await send(unread);
    expect(status).toBe(422);
    expect(problems.map(({ code, file }) => `${file} ${code}`)).toContain(
      'screens/app.json brand/low-contrast',
    );
    expect(checkBrand(unread)).toMatchObject(problems);
  });

  it('the check detects a rule that is missing only on the server', async () => {
    const [one] = single;
    const rule = one?.faults[0]?.expected.split(' ')[0];
    vi.resetModules();
    vi.doMock('#renderer/grammar/compile.ts', async (read) => {
      const real = await read<typeof import('#renderer/grammar/compile.ts')>();
      return {
        ...real,
        compiledOf: (project: Parameters<typeof real.compiledOf>[0]) => {
          const compiled = real.compiledOf(project);
          return { ...compiled, problems: compiled.problems.filter(({ code }) => code !== rule) };
        },
      };
    });
    try {
      expect(await findAccepted(await openApi(), single.slice(0, 5))).toContain(one?.title);
    } finally {
      vi.doUnmock('#renderer/grammar/compile.ts');
      vi.resetModules();
    }
  });
});
