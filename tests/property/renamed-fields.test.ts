import { describe, expect, it, vi } from 'vitest';
import { checkProject } from '#renderer/grammar/check.ts';
import type { readEnvelope } from '#renderer/plan/read-envelope.ts';
import type { readPath } from '#renderer/plan/value.ts';
import {
  isJson,
  type Json,
  parseFile,
  renameMember,
  replyMembers,
  spellPlace,
} from '#tests/reply-members.ts';
import { projectFiles } from '#tests/engine.ts';
import { enter, explore, type Situation } from './explore.ts';
import { definitions, handsOn, isUnambiguous, mentions, reaches } from './search-definitions.ts';

/*
 * "Renaming any field of any reply schema makes exactly the definitions that read it fail." Who reads it is determined without
 * the checker: from the definitions' text, and from running screens.
 */

/** Which names were read from which objects, and the origin of objects in replies. */
const recording = vi.hoisted(() => ({
  names: new Map<object, Set<string>>(),
  replies: [] as { endpoint: string; value: unknown }[],
}));

vi.mock(import('#renderer/plan/value.ts'), async (original) => {
  const real = await original();
  const recorded: typeof readPath = (value, names, from) => {
    let holder: unknown = value;
    for (const name of names.slice(from)) {
      if (!real.isRecord(holder)) break;
      const known = recording.names.get(holder) ?? new Set();
      recording.names.set(holder, known.add(name));
      holder = real.readOwn(holder, name);
    }
    return real.readPath(value, names, from);
  };
  return { ...real, readPath: recorded };
});

vi.mock(import('#renderer/plan/read-envelope.ts'), async (original) => {
  const real = await original();
  const recorded: typeof readEnvelope = (endpoint, status, body) => {
    const result = real.readEnvelope(endpoint, status, body);
    if (result.ok) recording.replies.push({ endpoint: endpoint.name, value: result.value });
    return result;
  };
  return { ...real, readEnvelope: recorded };
});

/** Definitions with an error after the renaming, and errors in other files. */
interface Renamed {
  readonly failing: ReadonlySet<string>;
  readonly elsewhere: readonly string[];
}

const isDefinition = (file: string) => definitions.some((one) => one.file === file);

const renamed: ReadonlyMap<string, Renamed> = new Map(
  replyMembers.map((member) => {
    const errors = checkProject(renameMember(member)).filter(({ severity }) => severity === 'error');
    const failing = new Set(errors.map(({ file }) => file).filter(isDefinition));
    const elsewhere = errors
      .filter(({ file }) => !isDefinition(file))
      .map(({ file, code }) => `${file} ${code}`);
    return [member.place, { failing, elsewhere }];
  }),
);

function failingFor(place: string): ReadonlySet<string> {
  return renamed.get(place)?.failing ?? new Set();
}

describe('renaming any field of any reply schema makes exactly the definitions that read it fail', () => {
  it('the unchanged project has no error', () => {
    expect(checkProject(projectFiles).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(replyMembers.length).toBeGreaterThan(70);
  });

  it('only definitions that contain the name, or pass on its parent, fail', () => {
    const wrong = replyMembers.flatMap((member) =>
      definitions
        .filter(({ file }) => failingFor(member.place).has(file))
        .filter((one) => !reaches(one, member) || !(mentions(one, member.name) || handsOn(one, member)))
        .map(({ file }) => `${file} fails without ${member.place}`),
    );
    expect(wrong).toEqual([]);
  });

  it('where a name belongs to only one member, exactly the definitions that contain it fail', () => {
    let pairs = 0;
    let saying = 0;
    const wrong = replyMembers.flatMap((member) =>
      definitions.flatMap((one) => {
        if (!reaches(one, member) || !isUnambiguous(one, member, replyMembers)) return [];
        const says = mentions(one, member.name);
        pairs += 1;
        if (says) saying += 1;
        if (says === failingFor(member.place).has(one.file)) return [];
        return [`${one.file} ${says ? 'says' : 'does not say'} ${member.place}`];
      }),
    );
    console.info(`${pairs} definitions by names that can mean one member only, ${saying} say it`);
    expect(wrong).toEqual([]);
    // If this number shrank, the test would prove little.
    expect(saying).toBeGreaterThan(50);
    expect(pairs - saying).toBeGreaterThan(10);
  });

  it("besides screens and parts only app.json fails, where it borrows the member's type", () => {
    const elsewhere = [...renamed].flatMap(([place, one]) =>
      one.elsewhere.map((fault) => `${place}: ${fault}`),
    );
    expect(elsewhere).toEqual([
      'instalment-plan#defDetail: screens/app.json type/unknown-place',
      'rollover-plan#delayInfo: screens/app.json type/unknown-place',
    ]);
  });

  it('renaming a value that a running screen reads, over all fixtures, makes the screen or one of its parts fail', async () => {
    const read = await recordReads();
    const wrong = [...read].flatMap(([screen, places]) => {
      const own = definitions.find((one) => one.screen === screen);
      const files = own ? [own.file, ...own.parts] : [];
      return [...places]
        .filter((place) => !files.some((file) => failingFor(place).has(file)))
        .map((place) => `${screen} reads ${place}`);
    });
    expect(wrong).toEqual([]);

    const everywhere = new Set([...read.values()].flatMap((places) => [...places]));
    const unread = replyMembers.map(({ place }) => place).filter((place) => !everywhere.has(place));
    console.info(`${everywhere.size} of ${replyMembers.length} members were read by running screens`);
    expect([...unread].sort()).toEqual([...UNREACHED, ...UNREAD, ...HANDED_ON].sort());
  }, 240_000);

  it('reply fields that no definition reads are listed', () => {
    const unread = replyMembers.map(({ place }) => place).filter((place) => failingFor(place).size === 0);
    console.info(`read by no definition: ${unread.join(', ')}`);
    expect(unread).toEqual(UNREAD);
  });
});

/**
 * In the contract because the service sends them: `sendSms` shows nothing (reading 76), the older confirmation has no row for
 * the first period, the rollover shows the order's name and logo, a complaint is requested by its number, and a landing page by
 * its id. The engine itself reads the optional members of a place beside its code and name.
 */
const UNREAD = [
  'channel-template#id',
  'cities#places[].value',
  'cities#places[].within',
  'cities#places[].hasPlaces',
  'loan-confirm-detail#sendSms',
  'older-confirm-detail#firstPeriodDay',
  'older-confirm-detail#sendSms',
  'problem-detail#problemId',
  'rollover-plan#productName',
  'rollover-plan#productLogo',
];

/** Read only after Back, in a filled form or in an app, where taps alone do not lead. */
const UNREACHED = [
  'loan-confirm-detail#isPopType',
  'loan-confirm-detail#popTitle',
  'loan-confirm-detail#popContent',
  'older-confirm-detail#isPopType',
  'older-confirm-detail#popTitle',
  'older-confirm-detail#popContent',
  'product-jump#address',
  'upload-problem-img#url',
  // Members of a loan that the borrower chooses in a list and confirms.
  'problem-init#orderList[].list',
  'problem-init#orderList[].list[].title',
  'problem-init#orderList[].list[].value',
  // Members of a sheet that a tap opens in a form.
  'cities#places',
  'cities#places[].code',
  'cities#places[].name',
  'repayment-commit#needValid',
  'repayment-commit#repayRecordId',
  'repayment-way#repayToken',
  'repayment-way#bankCards[].bankCode',
  // `orValue` returns a copy, which the recording does not recognize.
  'problem-list#tabs[].title',
  'problem-list#tabs[].list',
  'problem-list#tabs[].list[].id',
  'problem-list#tabs[].list[].time',
  'problem-list#tabs[].list[].type',
  'problem-list#tabs[].list[].content',
];

/** Stored for another screen, which reads them with the other contract: app.json borrows its type. */
const HANDED_ON = [
  'rollover-plan#defDetail.payNotice',
  'rollover-plan#defDetail.payNotice[].title',
  'rollover-plan#defDetail.payNotice[].items',
  'rollover-plan#defDetail.payNotice[].items[].name',
  'rollover-plan#defDetail.payNotice[].items[].steps',
];

/** Reply members that each screen read, in every situation. */
async function recordReads(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const read = new Map<string, Set<string>>();
  let screen = '';
  const collect = () => {
    const places = new Map<object, Set<string>>();
    for (const { endpoint, value } of recording.replies) mark(places, value, endpoint, []);
    const known = read.get(screen) ?? new Set();
    read.set(screen, known);
    for (const [holder, names] of recording.names) {
      for (const place of places.get(holder) ?? []) for (const name of names) known.add(join(place, name));
    }
    recording.replies.length = 0;
    recording.names.clear();
  };
  const begin = (situation: Situation) => {
    collect();
    screen = situation.screen;
  };
  for (const situation of await explore(begin)) {
    begin(situation);
    const { live } = await enter(situation);
    markKept(live.engine.store.get().kept);
  }
  collect();
  return read;
}

function join(place: string, name: string): string {
  return place.endsWith('#') ? place + name : `${place}.${name}`;
}

/** Stored values are replies; app.json names their contract. */
function markKept(kept: { readonly [name: string]: unknown }): void {
  const app = projectFiles.find(({ path }) => path === 'screens/app.json');
  const declared = (app ? parseFile(app)['kept'] : {}) as { readonly [name: string]: Json };
  for (const [name, declaration] of Object.entries(declared)) {
    for (const [member, { like }] of Object.entries(
      (declaration['properties'] ?? {}) as { [name: string]: Json },
    )) {
      const value = kept[name];
      if (typeof like === 'string' && isJson(value))
        recording.replies.push({ endpoint: like, value: value[member] });
    }
  }
}

/** Records the origin of each record of a reply; `from` is an endpoint or a member of one. */
function mark(places: Map<object, Set<string>>, value: unknown, from: string, path: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) mark(places, item, from, [...path, '[]']);
  if (!isJson(value)) return;
  const place = from.includes('#')
    ? from +
      spellPlace('', path)
        .slice(1)
        .replace(/^(?=\w)/, '.')
    : spellPlace(from, path);
  places.set(value, (places.get(value) ?? new Set()).add(place));
  for (const [name, member] of Object.entries(value)) mark(places, member, from, [...path, name]);
}
