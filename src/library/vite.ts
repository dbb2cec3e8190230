import { existsSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Problem } from '#renderer/plan/problem.ts';
import { CONFIG_FILES } from '#src/extensions/config.ts';
import { codeFrame, makeColours } from '#src/shared/code-frame.ts';
import { isAsset, isProjectPath } from '#src/shared/project-paths.ts';
import { type Folder, readAndCompile } from './compile-folder.ts';

/* The entry point `capiz/vite`: a plugin that compiles the definitions. */

/** Types of this module: `capiz/client`. */
const MODULE = 'virtual:capiz';
/** Starts with NUL so that no other plugin treats it as a file. */
const OWN_ID = `\0${MODULE}`;

export interface PluginOptions {
  /** The folder that contains `screens/app.json`. Default: Vite's root. */
  readonly root?: string;
}

/**
 * Offers the compiled definitions of a project as `import { app, plans } from 'virtual:capiz'`, and registers the widgets
 * and actions of its capiz.config.mjs in the page. Errors stop the build and are shown in the browser while you develop;
 * a changed definition is shown at once.
 */
export function capiz({ root: given }: PluginOptions = {}): Plugin {
  let root = '';
  /** The last compilation had errors, so the page has no current plans. */
  let hasFailed = false;
  return {
    name: 'capiz',
    configResolved(config) {
      root = resolve(config.root, given ?? '.');
    },
    configureServer({ watcher }) {
      watcher.add(join(root, 'screens'));
    },
    resolveId: (id) => (id === MODULE ? OWN_ID : undefined),
    async load(id) {
      if (id !== OWN_ID) return undefined;
      const folder = await readAndCompile(root);
      for (const { path } of folder.files) this.addWatchFile(join(root, path));
      for (const problem of folder.problems)
        if (problem.severity === 'warning') this.warn(logOf(folder, problem));
      hasFailed = folder.app === undefined;
      const first = folder.problems.find(({ severity }) => severity === 'error');
      if (first !== undefined) this.error(logOf(folder, first));
      return writeModule(folder);
    },
    async hotUpdate({ type, file, read, server }) {
      const path = relative(root, file).split(sep).join('/');
      if (CONFIG_FILES.some((name) => name === path))
        server.config.logger.warn(`capiz: ${path} changed; restart Vite to use its schemas.`);
      if (!isProjectPath(path)) return undefined;
      const module = this.environment.moduleGraph.getModuleById(OWN_ID);
      if (module === undefined) return [];
      this.environment.moduleGraph.invalidateModule(module);
      // An editor may still be writing; `read` waits while the file is empty.
      if (type !== 'delete') await read();
      const folder = await readAndCompile(root);
      const first = folder.problems.find(({ severity }) => severity === 'error');
      if (first === undefined && !hasFailed) return [module];
      hasFailed = first !== undefined;
      if (first === undefined) this.environment.hot.send({ type: 'full-reload' });
      else {
        const { message, frame = '', loc, id } = logOf(folder, first);
        server.config.logger.error(`${message}\n${frame}`);
        const err = { message, frame, stack: '', plugin: 'capiz', id, loc };
        this.environment.hot.send({ type: 'error', err });
      }
      return [];
    },
  };
}

interface Log extends Rolldown.RolldownLog {
  readonly message: string;
  readonly id: string;
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
}

/** A problem with its place and lines, for the terminal and the overlay. */
function logOf({ root, files }: Folder, problem: Problem): Log {
  const id = join(root, problem.file);
  const text = files.find(({ path }) => path === problem.file)?.text;
  const help = problem.help === undefined ? '' : ` (${problem.help})`;
  return {
    message: `${problem.file}:${problem.line}:${problem.column} ${problem.code}: ${problem.message}${help}`,
    id,
    loc: { file: id, line: problem.line, column: problem.column },
    ...(text !== undefined && { frame: codeFrame(text, problem, makeColours(false)) }),
  };
}

/** The module. Vite gives each image its address. */
function writeModule({ root, files, app, plans }: Folder): string {
  const paths = files.filter(({ path }) => isAsset(path)).map(({ path }) => path);
  const imports = paths.map(
    (path, at) => `import asset${at} from ${JSON.stringify(`${join(root, path)}?url`)};\n`,
  );
  const assets = paths.map((path, at) => `${JSON.stringify(basename(path, extname(path)))}: asset${at}`);
  const lines = [...plans].map(([id, plan]) => {
    return `  ${JSON.stringify(id)}: { ...${JSON.stringify(plan)}, assets },\n`;
  });
  return `${writeRegistration(root)}${imports.join('')}const assets = { ${assets.join(', ')} };
export const app = ${JSON.stringify(app)};
export const plans = {
${lines.join('')}};
`;
}

/** A widget is registered once, so a changed one needs a new page. */
function writeRegistration(root: string): string {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)));
  if (name === undefined) return '';
  const config = JSON.stringify(join(root, name));
  return `import { register } from '@capiz/renderer';
import config from ${config};
register(config);
if (import.meta.hot) import.meta.hot.accept(${config}, () => window.location.reload());
`;
}
