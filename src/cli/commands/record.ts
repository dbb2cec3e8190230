import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readWorld, type World } from '#renderer/grammar/world.ts';
import { readPointer } from '#renderer/plan/pointer.ts';
import { readReply } from '#renderer/plan/read-reply.ts';
import { type Contract, readContracts } from '#src/shared/contract.ts';
import { findContract } from '#src/shared/contract-path.ts';
import { writeFile } from '#src/shared/write-file.ts';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { type CapturedCall, readArchive, readJson } from '../fixtures/capture.ts';
import { type Left, Scrubber } from '../fixtures/scrub.ts';
import { refuseName } from '../options.ts';
import { printResult } from '../print-result.ts';
import { openProject, ROOT_OPTION } from '../project.ts';
import { readText } from '../read-text.ts';

const FOLDER = 'fixtures/api';
/** Names of headers, cookies and members that identify a person. */
const WHO = /auth|cookie|token|session|phone|mobile|name|mail|card|account|^sid$|user|device|imei|adid/i;

interface Fixture {
  readonly endpoint: string;
  readonly path: string;
  readonly text: string;
  /** Members that the contract does not declare. */
  readonly dropped: readonly string[];
  readonly left: readonly Left[];
  /** Where the reply does not match its contract. */
  readonly misfit?: string;
}

export const recordCommand = defineCommand({
  name: 'record',
  usage:
    '<capture> [--endpoint <id>] [--name <name>] [--keep <member>] [--dry-run] [--json] [--root <folder>]',
  summary: 'Converts a captured reply to a fixture without personal data',
  examples: [
    'npx capiz record session.har',
    'npx capiz record session.har --endpoint order-details --name late --dry-run',
    'npx capiz record reply.json --endpoint order-details --keep productName',
  ],
  details: `A capture is an HTTP archive, as a browser's network tab saves it, or one reply in JSON. Each call of an archive belongs
to the endpoint with its method and path; other calls are skipped. Values that the contract calls harmless stay: flags,
known values, amounts, days, codes of up to five digits. All other texts and numbers are masked: they keep their length and
type, and equal values stay equal. Members that no contract declares are left out.`,
  options: {
    '--endpoint <id>': 'endpoint of the reply; of an archive, only the calls of this endpoint',
    '--name <name>': `name of the fixture: ${FOLDER}/<endpoint>/<name>.json; default: the name of the capture`,
    '--keep <member>...':
      'member whose texts stay, because they belong to the product: userOrderDetail.detail[].text; can be repeated',
    '--dry-run': 'print the fixtures and write nothing',
    '--json':
      'print {"version":1,"fixtures":[{"endpoint","path","dropped","left":[{"what","line"}],"misfit"?}],"isWritten"}',
    ...ROOT_OPTION,
  },
  notes: `Nothing is written if a telephone number, a name, a token or a card number is left, or if a fixture does not fit its
contract. npx capiz check looks for the same in every fixture.

Exit: 0 written, 1 something is left or does not fit, 2 could not run. git clean removes the files.`,
  run({ values, rest }, terminal) {
    const [file, ...more] = rest;
    if (file === undefined || more.length > 0)
      throw new UsageError('name one capture: an archive or a reply');
    const { root, files } = openProject(terminal, values.root);
    const { world } = readWorld(files);
    const contracts = readContracts(
      new Map(files.map(({ path, text }) => [path, Buffer.from(text)])),
      configOf(world),
    );
    const { endpoint } = values;
    const endpoints = contracts.map(({ name }) => name);
    if (endpoint !== undefined && !endpoints.includes(endpoint))
      refuseName(`there is no endpoint "${endpoint}"`, endpoint, endpoints);
    const calls = readCalls(terminal.folder, file, contracts, endpoint);
    const name =
      values.name ??
      basename(file)
        .replace(/\.(?:har|json)$/i, '')
        .toLowerCase();
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
      throw new UsageError(
        `"${name}" cannot be a fixture's name; --name <name>: small letters, digits, dashes`,
      );

    const scrubber = new Scrubber({ keeps: new Set(values.keep) });
    for (const { call } of calls) learnOf(scrubber, call, world);
    const fixtures = calls.map(({ call, contract }, index) => {
      const earlier = calls.slice(0, index).filter((one) => one.contract === contract).length;
      return makeFixture(contract, call.reply, `${name}${earlier === 0 ? '' : `-${earlier + 1}`}`, {
        world,
        scrubber,
      });
    });
    const judged = fixtures.map((fixture) => ({ ...fixture, left: scrubber.findLeft(fixture.text) }));
    for (const { path } of judged) {
      if (existsSync(join(root, path)))
        throw new UsageError(`${path} is there already; --name <name> gives another`);
    }
    const isClean = judged.every(({ left, misfit }) => left.length === 0 && misfit === undefined);
    const isWritten = isClean && values['dry-run'] !== true;
    if (isWritten) for (const { path, text } of judged) writeFile(join(root, path), text);
    const report = judged.map((fixture) => ({ ...fixture, text: undefined }));
    const shown = (isClean ? judged : []).map(({ path, text }) =>
      values['dry-run'] === true ? `${path}\n${text}` : `${path}\n`,
    );
    printResult(terminal, values, { fixtures: report, isWritten }, shown.join(''));
    for (const { path, dropped, left, misfit } of judged) {
      if (misfit !== undefined) terminal.err(`${path} would not fit its contract: ${misfit}\n`);
      for (const { what, line } of left) terminal.err(`${path}:${line} would have ${what} in it\n`);
      if (dropped.length > 0)
        terminal.err(`${path} leaves out what no contract declares: ${dropped.join(', ')}\n`);
    }
    terminal.err(
      isWritten
        ? `next: name it in fixtures/scenarios; git clean removes it\n`
        : isClean
          ? 'nothing was written\n'
          : 'nothing was written: keep less, or take it out of the capture by hand\n',
    );
    return isClean ? 0 : 1;
  },
});

interface Chosen {
  readonly call: CapturedCall;
  readonly contract: Contract;
}

/** @throws UsageError if the capture contains nothing to make a fixture of. */
function readCalls(
  folder: string,
  name: string,
  contracts: readonly Contract[],
  endpoint: string | undefined,
): readonly Chosen[] {
  const json = readJson(readText(folder, name));
  if (json === undefined) throw new UsageError(`${name} is no JSON`);
  const calls = readArchive(json);
  if (calls === undefined) {
    const contract = contracts.find((one) => one.name === endpoint);
    if (contract === undefined) throw new UsageError('name the endpoint of the reply: --endpoint <id>');
    const call = { method: contract.method, path: '', reply: json, carried: [] };
    if (!isGood(contract, json))
      throw new UsageError(
        `${name} is not a successful reply of ${contract.name}; errors belong in the behaviour of a scenario`,
      );
    return [{ call, contract }];
  }
  const chosen = calls.flatMap((call): Chosen[] => {
    const contract = contractOf(contracts, call);
    if (contract === undefined || contract.isPicture) return [];
    if (endpoint !== undefined && contract.name !== endpoint) return [];
    return isGood(contract, call.reply) ? [{ call, contract }] : [];
  });
  if (chosen.length === 0)
    throw new UsageError(
      `none of the ${calls.length} calls in ${name} has a successful reply of an endpoint`,
    );
  // Equal calls with equal replies become one fixture.
  const told = new Set<string>();
  return chosen.filter(({ call, contract }) => {
    const key = `${contract.name} ${JSON.stringify(call.reply)}`;
    const isNew = !told.has(key);
    told.add(key);
    return isNew;
  });
}

/** The contract of a call. A capture may have a prefix before the paths of the service. */
function contractOf(contracts: readonly Contract[], { method, path }: CapturedCall): Contract | undefined {
  const steps = path.split('/');
  for (let at = 1; at < steps.length; at += 1) {
    const found = findContract(contracts, method, `/${steps.slice(at).join('/')}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the reply's envelope reports success. */
function isGood({ success }: Contract, reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false;
  const said = success === undefined ? undefined : readPointer(reply, success.at);
  return success === undefined || (said !== undefined && success.is.includes(String(said)));
}

/** Collects personal data from the whole capture, so that none of it stays in the fixture. */
function learnOf(scrubber: Scrubber, { reply, carried }: CapturedCall, { app }: World): void {
  scrubber.learnFrom(JSON.stringify(reply, null, 1));
  const session = new Set([...(app?.session.values() ?? [])].flatMap(({ wire }) => wire));
  for (const [name, value] of carried) if (session.has(name) || WHO.test(name)) scrubber.learn(value);
}

function makeFixture(
  { name: endpoint, replyAt, whole }: Contract,
  reply: unknown,
  name: string,
  { world, scrubber }: { readonly world: World; readonly scrubber: Scrubber },
): Omit<Fixture, 'left'> {
  const shape = world.contracts.get(endpoint)?.reply.shape;
  if (shape === undefined)
    throw new UsageError(`the contract of ${endpoint} has errors; see npx capiz check`);
  const { value, dropped } = scrubber.scrub(whole === undefined ? reply : { [whole]: reply }, shape);
  const payload = readPointer(value, replyAt);
  const read = readReply(value, shape);
  const misfit = read.ok ? read.drops.find(({ isMember }) => isMember) : read;
  const text = `${JSON.stringify(payload ?? {}, null, 2)}\n`;
  return {
    endpoint,
    path: `${FOLDER}/${endpoint}/${name}.json`,
    text,
    dropped: dropped.filter((pointer) => pointer.startsWith(`${replyAt}/`)),
    ...(misfit && { misfit: `${misfit.pointer || 'it'} is no ${misfit.expected}` }),
  };
}

/** Texts of the configuration, by their path. */
function configOf({ app }: World): { readonly [path: string]: string } {
  const texts: { [path: string]: string } = {};
  for (const [group, values] of app?.config ?? []) {
    for (const [name, { initial }] of values)
      if (typeof initial === 'string') texts[`${group}.${name}`] = initial;
  }
  return texts;
}
