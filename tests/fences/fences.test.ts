import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Every file in fixtures/fences breaks exactly one import rule, which the linter must report. */
const planted = readdirSync('fixtures/fences', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();

const run = spawnSync('npx', ['oxlint', '-f', 'json', 'fixtures/fences'], { encoding: 'utf8' });
const report = JSON.parse(run.stdout) as { diagnostics: { code: string; filename: string }[] };

describe('the import fences can fail', () => {
  it('a violation is planted for every room', () => {
    const rooms = new Set(planted.map((name) => name.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')));
    expect([...rooms].sort()).toEqual([
      'renderer/actions',
      'renderer/forms',
      'renderer/frame',
      'renderer/grammar',
      'renderer/kit',
      'renderer/plan',
      'renderer/runtime',
      'renderer/screen',
      'renderer/screen-imports-grammar',
      'renderer/screen-uses-form',
      'renderer/widgets',
      'src/assistant',
      'src/borrower',
      'src/cli',
      'src/extensions',
      'src/gallery',
      'src/language-service',
      'src/review',
      'src/server',
      'src/shared',
      'src/simulator',
      'src/studio',
    ]);
  });

  it.each(planted)('%s is reported once, by the rule that it breaks', (name) => {
    const codes = report.diagnostics
      .filter((d) => d.filename.endsWith(`fixtures/fences/${name}`))
      .map((d) => d.code);
    const expected = name.includes('console') ? 'eslint(no-console)' : 'eslint(no-restricted-imports)';
    expect(codes).toEqual([expected]);
  });
});

describe('useForm', () => {
  it('does not get our form control, with which it could send values that the rules refuse', () => {
    const sources = ['renderer', 'src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const own = sources.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
    const calling = own.filter((name) => /\buseForm\b/.test(readFileSync(name, 'utf8')));
    expect(calling).toEqual(['src/studio/forms/use-staff-form.ts']);
    for (const name of calling) expect(readFileSync(name, 'utf8')).not.toContain('formControl');
  });
});
