import * as v from 'valibot';
import type { LiveScreen } from '#renderer/index.ts';
import type { Contract } from '#src/shared/contract.ts';
import { findContract } from '#src/shared/contract-path.ts';
import { writeEnvelope } from '#src/simulator/service/envelope.ts';
import type { Payload } from '#src/simulator/scenarios/payload.ts';
import { mergePatch } from '#src/simulator/scenarios/scenario.ts';
import { titleOf } from '#src/shared/title-of.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Expectation, Script, ScriptReply, ScriptStep } from '#src/shared/scripts.ts';
import type { Target } from '#src/shared/states.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { StageFailure } from './failure.ts';
import { type DrawnLine, type DrawnState, linesOf, looksOf, withoutTokens } from './drawn.ts';
import type { TestProject } from './project.ts';
import { SCRIPT_RECORDS } from './snapshot-file.ts';
import { openStage, sayUnmocked, type Stage, type StageOptions } from './stage.ts';
import type { Request } from './stage-window.ts';
import { describeChanges } from './tree-diff.ts';

/** Observes a screen while it is rendered and played. */
export interface Watch extends Pick<StageOptions, 'onOpen' | 'onReply'> {
  /** Called when a screen is rendered, and after each step of a script. */
  readonly onShown?: () => void;
}

/**
 * Plays a script and records each step with its exact service calls and the changes of the page's text. The page is
 * in the script's language, else in the project's first one.
 */
export async function playScript(
  project: TestProject,
  screen: string,
  script: Script,
  watch: Watch = {},
): Promise<DrawnState> {
  const { name, title = titleOf(name), lang } = script;
  const record = { screen, state: name, title, language: SCRIPT_RECORDS };
  try {
    let live: LiveScreen | undefined;
    const opened = new Set<string>();
    const state = stateOf(project, screen, script);
    const stage = await openStage(project, {
      state,
      onReply: watch.onReply,
      config: script.config,
      begin: (network) => {
        for (const [endpoint, reply] of Object.entries(script.answers ?? {}))
          answerBy(project, network, endpoint, reply);
      },
      language: lang ?? state.lang ?? project.release.language,
      onOpen: (next) => {
        live = next;
        opened.add(next.plan.id);
        watch.onOpen?.(next);
      },
    });
    try {
      return {
        ...record,
        ...(await new Player(project, stage, state, () => live).play(script, watch.onShown)),
        opened: [...opened],
      };
    } finally {
      await stage.close();
    }
  } catch (error) {
    return {
      ...record,
      lines: [],
      looks: [],
      failure: messageOf(error),
    };
  }
}

function stateOf(project: TestProject, screen: string, script: Script): ScreenState {
  const { from = 'content' } = script;
  const state = project.states.get(screen)?.find((one) => one.name === from);
  if (state === undefined) throw new StageFailure(`the screen ${screen} has no state ${from}`);
  const { scenario, path, params, session, device, network, shows, leaves } = script;
  return {
    ...state,
    scenario: scenario ?? state.scenario,
    path: path ?? state.path,
    shows: shows ?? state.shows,
    ...(params && { params: { ...state.params, ...params } }),
    ...(session !== undefined && { session }),
    ...(device && { device: { ...state.device, ...device } }),
    ...(network && { network }),
    ...(leaves && { leaves }),
  };
}

const LOOK_EVERY_MS = 40;
const LONGEST_LOOKS = 250;

class Player {
  private readonly lines: DrawnLine[] = [];
  private readonly project: TestProject;
  private readonly stage: Stage;
  private readonly state: ScreenState;
  private readonly live: () => LiveScreen | undefined;
  /** The text and the looks so far. */
  private readonly told = new Layers();
  private readonly looked = new Layers();
  private readonly looks: DrawnLine[] = [];
  private written = 0;
  private expected: number;
  private done = 0;

  constructor(project: TestProject, stage: Stage, state: ScreenState, live: () => LiveScreen | undefined) {
    this.project = project;
    this.stage = stage;
    this.state = state;
    this.live = live;
    this.expected = stage.requests.length;
  }

  async play(
    script: Script,
    onShown: (() => void) | undefined,
  ): Promise<Pick<DrawnState, 'lines' | 'looks'>> {
    const { from = 'content', steps } = script;
    let shown = this.live();
    const first = linesOf(this.stage, this.state, shown);
    const firstLooks = looksOf(this.stage, shown);
    this.told.begin(layerOf(first), first);
    this.looked.begin(layerOf(first), firstLooks);
    this.looks.push({ text: `from ${from}` });
    this.say(`from ${from}`);
    if (isOtherwise(script)) {
      // The snapshot of the state already contains the text at its start.
      this.recordDone();
      this.lines.push(...indented(first));
      this.looks.push(...indented(firstLooks));
    }
    this.written = this.expected;
    this.done = this.stage.deeds.length;
    onShown?.();
    for (const step of steps) {
      // An expectation is not part of the record.
      if (!('expect' in step)) this.say(describeStep(step));
      try {
        await this.take(step);
        if (!('expect' in step)) await this.rest();
      } catch (error) {
        if ('expect' in step) this.say(describeStep(step));
        throw new StageFailure(`${messageOf(error)}\n${this.sayWhere()}`);
      }
      if (this.stage.unmocked.length > 0)
        throw new StageFailure(sayUnmocked(this.stage.unmocked, this.state));
      onShown?.();
      this.recordDone();
      if (this.live() !== shown) {
        this.told.forget();
        this.looked.forget();
      }
      shown = this.live();
      const lines = linesOf(this.stage, this.state, shown);
      this.lines.push(...this.told.compare(layerOf(lines), lines));
      const changed = this.looked.compare(layerOf(lines), looksOf(this.stage, shown));
      if (changed.length > 0) this.looks.push({ text: describeStep(step) }, ...changed);
    }
    return { lines: this.lines, looks: this.looks };
  }

  private say(text: string): void {
    this.lines.push({ text });
  }

  /** All steps so far, and the current text. */
  private sayWhere(): string {
    const told = linesOf(this.stage, this.state, this.live());
    return [...this.lines, ...told.map(({ text }) => ({ text: `  ${text}` }))]
      .map(({ text }) => `    ${text}`)
      .join('\n');
  }

  /** Records the page's calls and effects since the last record. */
  private recordDone(): void {
    for (const request of this.stage.requests.slice(this.written)) this.record(request);
    this.written = this.stage.requests.length;
    for (const deed of this.stage.deeds.slice(this.done)) this.say(`    ${withoutTokens(deed)}`);
    this.done = this.stage.deeds.length;
  }

  private record({ method, url, headers, body }: Request): void {
    this.say(`    asks ${method} ${url}`);
    for (const [name, value] of Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (name.toLowerCase() !== 'content-type') this.say(`      ${name}: ${value}`);
    }
    if (body !== undefined && body !== '') this.say(`      ${withoutTokens(body)}`);
  }

  private async take(step: ScriptStep): Promise<void> {
    const { hands, user, network, wait } = this.stage;
    if ('choose' in step) await user.selectOptions(await hands.field(step.in), step.choose);
    else if ('touch' in step) await user.click(this.wordsOf(step.touch));
    else if ('photo' in step) await user.upload(this.pickerOf(step.in), photoOf(step.photo));
    else if ('wait' in step) await wait(step.wait * 1000);
    else if ('answer' in step) answerBy(this.project, network, step.answer, step.with);
    else if ('expect' in step) this.expect(step.expect);
    else await hands.take(step);
  }

  private pickerOf(words: string): HTMLInputElement {
    const all = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')];
    const found = all.find((one) => one.getAttribute('aria-label')?.includes(words));
    if (found === undefined) throw new StageFailure(`there is no picker “${words}”`);
    return found;
  }

  /** The innermost element with these words. */
  private wordsOf(words: string): Element {
    const all = [...document.body.querySelectorAll('*')].filter((one) => one.textContent?.includes(words));
    const found = all.find((one) => ![...one.children].some((child) => child.textContent?.includes(words)));
    if (found === undefined) throw new StageFailure(`“${words}” is nowhere`);
    return found;
  }

  /** Waits until no expected reply is pending, and the page is rendered. */
  private async rest(): Promise<void> {
    let quiet = 0;
    for (let look = 0; look < LONGEST_LOOKS && quiet < 3; look += 1) {
      await this.stage.wait(LOOK_EVERY_MS);
      quiet = this.stage.network.pending() === 0 ? quiet + 1 : 0;
    }
    // A visible skeleton delays the data, so wait until it is gone.
    for (let look = 0; look < 10 && document.querySelector('.cz-skeleton') !== null; look += 1)
      await this.stage.wait(LOOK_EVERY_MS);
  }

  private expect(expected: Expectation): void {
    if ('text' in expected) {
      if (!this.stage.hands.isSeen(expected.text)) throw new StageFailure(`“${expected.text}” is nowhere`);
    } else if ('no' in expected) {
      if (this.stage.hands.isSeen(expected.no)) throw new StageFailure(`${sayTarget(expected.no)} is there`);
    } else if ('leaves' in expected) {
      if (this.stage.left.at(-1) !== expected.leaves)
        throw new StageFailure(
          `it leaves for ${this.stage.left.at(-1) ?? 'nowhere'}, not for ${expected.leaves}`,
        );
    } else this.expectRequests(expected.requests);
  }

  private expectRequests(expected: Extract<Expectation, { requests: unknown }>['requests']): void {
    const asked = this.stage.requests.slice(this.expected);
    this.expected = this.stage.requests.length;
    const is = asked.map((request) => ({ endpoint: this.endpointOf(request), body: readBody(request) }));
    const names = is.map(({ endpoint }) => endpoint).join(', ') || 'nothing';
    const wanted = expected.map((one) => (typeof one === 'string' ? { endpoint: one } : one));
    const meant = wanted.map(({ endpoint }) => endpoint).join(', ') || 'nothing';
    if (names !== meant) throw new StageFailure(`it asks for ${names}, not for ${meant}`);
    for (const [index, { endpoint, body }] of wanted.entries()) {
      const sent = JSON.stringify(sorted(is[index]?.body));
      if (body !== undefined && sent !== JSON.stringify(sorted(body)))
        throw new StageFailure(`${endpoint} is sent ${sent}, not ${JSON.stringify(sorted(body))}`);
    }
  }

  private endpointOf({ method, url }: Request): string {
    const [path = ''] = url.split('?');
    return findContract(this.project.contracts, method, path)?.name ?? path;
  }
}

function photoOf(name: string): File {
  return new File(['photo'], name, { type: name.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg' });
}

function answerBy(
  project: TestProject,
  network: Stage['network'],
  endpoint: string,
  reply: ScriptReply,
): void {
  const contract = project.contracts.find(({ name }) => name === endpoint);
  if (contract === undefined) throw new StageFailure(`there is no endpoint ${endpoint}`);
  network.answer(contract, writeReply(contract, reply));
}

function writeReply(contract: Contract, reply: ScriptReply): Parameters<Stage['network']['answer']>[1] {
  if (reply === 'scenario') return undefined;
  if (typeof reply === 'object' && 'patch' in reply)
    return { change: (body) => patchReply(body, contract, reply.patch) };
  if (typeof reply === 'string' || 'status' in reply) return reply;
  const outcome =
    'data' in reply ? { ok: true as const, data: reply.data } : { ok: false as const, ...reply.error };
  return { status: 200, body: writeEnvelope(contract, outcome) };
}

const BODY = v.pipe(
  v.string(),
  v.parseJson(),
  v.custom<Payload>(() => true),
);

/** Applies a merge patch to the data of a reply, where its contract says that it is. */
function patchReply(body: string, { replyAt, whole }: Contract, patch: Payload): string {
  const json = v.parse(BODY, body);
  if (whole !== undefined) return JSON.stringify(mergePatch({ [whole]: json }, patch)[whole] ?? null);
  const names = replyAt.split('/').filter((name) => name !== '');
  const placed = names.reduceRight<Payload>((inner, name) => ({ [name]: inner }), patch);
  return JSON.stringify(mergePatch(json, placed));
}

/** The members of the body, or of the query if there is no body. */
function readBody({ url, body }: Request): unknown {
  if (body?.startsWith('{') === true) return JSON.parse(body);
  return Object.fromEntries(new URLSearchParams(body ?? url.split('?')[1] ?? ''));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

const PAGE = 'the page';

/** A dialog hides the page behind it, so each layer is compared with itself. */
function layerOf([first]: readonly DrawnLine[]): string {
  return /^(?:alert)?dialog(?: "[^"]*")?/.exec(first?.text ?? '')?.[0] ?? PAGE;
}

/** The last text of the page and of each dialog over it. */
class Layers {
  private readonly known = new Map<string, readonly string[]>();
  private last = PAGE;

  begin(name: string, lines: readonly DrawnLine[]): void {
    this.known.set(
      name,
      lines.map(({ text }) => text),
    );
  }

  /** The changes since the last call; all lines at the first call. */
  compare(name: string, lines: readonly DrawnLine[]): readonly DrawnLine[] {
    const before = this.known.get(name);
    const texts = lines.map(({ text }) => text);
    const isBack = name !== this.last;
    this.known.set(name, texts);
    this.last = name;
    if (before === undefined) return indented(lines);
    const changes = describeChanges(before, texts)?.lines ?? [];
    return [
      ...(isBack ? [{ text: `    back on ${name}` }] : []),
      ...changes.map((line) => ({ text: `  ${line}` })),
    ];
  }

  forget(): void {
    this.known.clear();
  }
}

/** Whether the script begins differently from its state. */
function isOtherwise({ name: _name, title: _title, from: _from, steps: _steps, ...others }: Script): boolean {
  return Object.keys(others).length > 0;
}

function indented(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  return lines.map((line) => ({ ...line, text: `    ${line.text}` }));
}

/** A step as a line of the record. */
function describeStep(step: ScriptStep): string {
  if ('tap' in step) return `tap ${sayTarget(step.tap)}${step.all === true ? ', every one' : ''}`;
  if ('type' in step) return `type “${step.type}” in ${sayTarget(step.in)}`;
  if ('choose' in step) return `choose “${step.choose}” in ${sayTarget(step.in)}`;
  if ('touch' in step) return `touch “${step.touch}”`;
  if ('photo' in step) return `photo ${step.photo} in “${step.in}”`;
  if ('clear' in step) return `clear ${sayTarget(step.clear)}`;
  if ('press' in step) return `press ${step.press}${step.times === undefined ? '' : ` ${step.times} times`}`;
  if ('see' in step) return `see ${sayTarget(step.see)}`;
  if ('wait' in step) return `wait ${step.wait} s`;
  if ('answer' in step)
    return `${step.answer} answers ${typeof step.with === 'string' ? step.with : JSON.stringify(step.with)}`;
  if ('expect' in step) return `expect ${JSON.stringify(step.expect)}`;
  const [[what, how] = ['', '']] = Object.entries(step);
  return how === true ? what : `${what} ${typeof how === 'string' ? how : JSON.stringify(how)}`;
}

function sayTarget(target: string | Target): string {
  if (typeof target === 'string') return `“${target}”`;
  const { role, name, contains, expanded, busy, within } = target;
  return [
    role ?? 'anything',
    ...(name === undefined ? [] : [`“${name}”`]),
    ...(contains === undefined ? [] : [`with “${contains}”`]),
    ...(expanded === undefined ? [] : [expanded ? 'expanded' : 'collapsed']),
    ...(busy === true ? ['busy'] : []),
    ...(within === undefined ? [] : [`within ${within}`]),
  ].join(' ');
}
