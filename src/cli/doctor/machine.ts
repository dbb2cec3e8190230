import * as v from 'valibot';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { DEFAULT_TIME_ZONE } from '#renderer/grammar/compile/app.ts';
import { findChromium } from '../../../bin/find-browser.mjs';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { isEngine, isOperatorPackage } from '../new/engine-piece.ts';
import { type Examination, fault, ok, type Patient, warning } from './finding.ts';

/** Timeout for a program's answer, in ms. */
const PATIENCE_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Maximum clock difference between two machines. */
const SLACK_MS = 5 * 60_000;

/** npm test, npm run shots and the bench need Chromium; capiz test does not. */
export const examineBrowser: Examination = ({ root, environment }) => {
  if (isOperatorPackage(root)) return ok('browser', 'not needed: this package takes no pictures');
  if (!isEngine(root)) return ok('browser', 'not needed: npx capiz test draws without one');
  const { shell, whole } = findChromium();
  const path = environment['CAPIZ_BROWSER'] ?? shell ?? whole;
  if (path === undefined)
    return warning(
      'browser',
      'no Chromium was found; npm test and npm run shots need one',
      'sudo apt-get install -y chromium, or name one with CAPIZ_BROWSER',
    );
  const { status, stdout } = ask(path, ['--version']);
  return status === 0
    ? ok('browser', stdout.trim().split('\n')[0] ?? '')
    : fault(
        'browser',
        'Chromium is there and does not start',
        'reinstall it, or name another with CAPIZ_BROWSER',
      );
};

/** Whether a font has the currency sign of the project; few fonts had ₱ before 2010. */
export const examineFonts: Examination = ({ root, documents }) => {
  if (isOperatorPackage(root)) return ok('fonts', 'not needed: this package takes no pictures');
  const { currency } = readApp(documents);
  const sign = typeof currency?.sign === 'string' && currency.sign !== '' ? currency.sign : '₱';
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  const name = `${sign} (U+${code.toUpperCase().padStart(4, '0')})`;
  const { status, stdout } = ask('fc-list', [`:charset=${code}`, 'family']);
  if (status !== 0)
    return process.platform === 'linux'
      ? warning(
          'fonts',
          `unknown whether a font has ${name}: fc-list is not installed`,
          'sudo apt-get install -y fontconfig',
        )
      : ok('fonts', 'those of the system');
  const families = new Set(stdout.split('\n').filter((line) => line.trim() !== ''));
  return families.size > 0
    ? ok('fonts', `${families.size} families have ${name}`)
    : warning(
        'fonts',
        `no font has ${name}: in pictures it is a box`,
        'sudo apt-get install -y fonts-noto-core',
      );
};

/** The clock cannot be before the last commit, and Node must know the project's time zone and languages. */
export const examineClock: Examination = ({ root, documents, now }) => {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  const { status, stdout } = ask('git', ['-C', root, 'log', '-1', '--format=%ct']);
  const committed = status === 0 ? Number(stdout) * 1000 : 0;
  if (now < committed - SLACK_MS)
    return fault(
      'clock',
      `${time} is before the last commit, by ${Math.ceil((committed - now) / HOUR_MS)} h`,
      'set the clock',
    );
  const { timeZone, languages } = readApp(documents);
  const zone = typeof timeZone === 'string' ? timeZone : DEFAULT_TIME_ZONE;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(now);
  } catch {
    return fault('clock', `this Node does not know the time zone ${zone}`, 'install a Node with all of ICU');
  }
  const language = languages?.default;
  if (typeof language === 'string' && !canSpeak(language))
    return fault('clock', `this Node cannot write dates in ${language}`, 'install a Node with all of ICU');
  return ok('clock', `${time}, screens in ${zone}`);
};

function canSpeak(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    // capiz check reports an invalid language in app.json.
    return true;
  }
}

/** Whether the commands can write their output folders. */
export const examinePermissions: Examination = (patient) => examineFolders(canWrite)(patient);

export const examineFolders =
  (isWritable: (path: string) => boolean): Examination =>
  ({ root, environment }) => {
    const data = environment['CAPIZ_DATA'] || '.capiz';
    const ofServer = isEngine(root) ? ['dist', data] : [];
    // Everything else of the package may be read-only.
    const folders = isOperatorPackage(root) ? [data] : ['screens', 'fixtures', ...ofServer];
    const refused = folders.filter((folder) => !isWritable(resolve(root, folder)));
    if (refused.length === 0)
      return ok(
        'permissions',
        `${folders.length} ${folders.length === 1 ? 'folder' : 'folders'} can be written to`,
      );
    // A folder outside the project is private, so its path is not shown.
    const named = refused.map((folder) => (isAbsolute(folder) ? 'the folder of CAPIZ_DATA' : folder));
    return fault(
      'permissions',
      `cannot be written to: ${named.join(', ')}`,
      'make them writable for the user who runs the command',
    );
  };

/** A missing folder is checked at its nearest existing parent. */
function canWrite(path: string): boolean {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  try {
    accessSync(at, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The members that this check needs; `capiz check` reports problems in the others. */
const APP = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    currency: v.fallback(v.object({ sign: v.optional(v.unknown()) }), {}),
    timeZone: v.optional(v.unknown()),
    languages: v.fallback(v.object({ default: v.optional(v.unknown()) }), {}),
  }),
);
type App = Partial<v.InferOutput<typeof APP>>;

function readApp(documents: Patient['documents']): App {
  const app = v.safeParse(APP, documents.find(({ path }) => path === APP_FILE)?.text);
  return app.success ? app.output : {};
}

function ask(command: string, args: readonly string[]) {
  return spawnSync(command, args, { encoding: 'utf8', timeout: PATIENCE_MS });
}
