import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { isEngine, isOperatorPackage } from '../new/engine-piece.ts';
import { type Examination, fault, ok, warning } from './finding.ts';

/**
 * Checks in the engine's folder whether generated files are current, and in a project whether editors find the
 * schemas.
 */
export const examineGenerated: Examination = ({ root, documents }) => {
  if (isOperatorPackage(root)) return ok('generated files', 'those of the package');
  if (isEngine(root)) {
    const { status } = spawnSync(process.execPath, ['schemas/generate.mjs', '--check'], { cwd: root });
    return status === 0
      ? ok('generated files', 'current')
      : fault('generated files', 'out of date with the schemas', 'npm run generate');
  }
  const lost = documents.filter(({ path, text }) => {
    const schema = /^\s*\{\s*"\$schema"\s*:\s*"(\.[^"]*)"/.exec(text)?.[1];
    return schema !== undefined && !existsSync(join(root, dirname(path), schema));
  });
  return lost.length === 0
    ? ok('generated files', 'none; every document names a schema that is there')
    : warning(
        'generated files',
        `${lost.length} documents name a schema that is not there, ${lost[0]?.path ?? ''} among them: editors cannot complete them`,
        'npm install, or mend "$schema"',
      );
};

export const examineDefinitions: Examination = ({ documents }) => {
  const errors = inspectProject(documents).problems.filter(({ severity }) => severity === 'error').length;
  const screens = documents.filter(({ path }) => path.endsWith('.screen.json')).length;
  return errors === 0
    ? ok('definitions', `${screens} screens without errors`)
    : fault('definitions', `${errors} errors in ${screens} screens`, 'npx capiz check');
};
