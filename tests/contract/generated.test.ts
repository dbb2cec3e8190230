import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const GENERATOR = join(ROOT, 'schemas/generate.mjs');

describe('types and validators are generated from the schemas', () => {
  it('no generated file is stale', () => {
    expect(execFileSync(process.execPath, [GENERATOR, '--check'], { encoding: 'utf8' })).toBe('');
  });

  it('a changed schema makes its files stale', () => {
    const copy = mkdtempSync(join(tmpdir(), 'capiz-generate-'));
    try {
      cpSync(join(ROOT, 'schemas'), join(copy, 'schemas'), { recursive: true });
      cpSync(join(ROOT, 'renderer'), join(copy, 'renderer'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
      const text = join(copy, 'schemas/widgets/text.schema.json');
      writeFileSync(text, readFileSync(text, 'utf8').replace('"caption"', '"footnote"'));
      const { status, stderr } = spawnSync(
        process.execPath,
        [join(copy, 'schemas/generate.mjs'), '--check'],
        { encoding: 'utf8' },
      );
      expect(stderr).toContain('renderer/widgets/props.generated.ts is stale');
      expect(stderr).toContain('renderer/grammar/validators.generated.js is stale');
      expect(stderr).not.toContain('limits.generated.ts');
      expect(status).toBe(1);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  it('validators compile no schema at run time', () => {
    const code = readFileSync(join(ROOT, 'renderer/grammar/validators.generated.js'), 'utf8');
    expect(code).not.toMatch(/\brequire\s*\(|\beval\s*\(|new Function|^import /m);
  });
});
