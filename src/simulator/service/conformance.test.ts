import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { callEndpoint, createTestApp, testContracts, testScenarios } from '#src/server/testing.ts';

/** A node of a contract's reply schema, as it is in the file. */
interface Node {
  readonly type?: string;
  readonly read?: string;
  readonly wire?: string;
  readonly at?: string;
  readonly absent?: readonly (string | number)[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Node };
  readonly items?: Node;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly bad?: 'drop' | 'absent' | readonly ('drop' | 'absent')[];
}

/** JSON Schema of the wire's value for each reader. */
const READERS: { readonly [read: string]: object } = {
  text: { type: ['string', 'number', 'boolean'] },
  integer: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^-?\\d+$' }] },
  minor: {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^\\d+$' },
    ],
  },
  number: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }] },
  flag: { enum: [true, false, 0, 1, '0', '1', 'true', 'false'] },
  url: { type: 'string', pattern: '^(https?://|/)' },
  date: { type: 'string' },
};

/** JSON Schema of a contract's reply on the wire, with exactly the names of the contract. */
function wireSchema(node: Node): object {
  if (node.type === 'object') {
    const properties: { [wire: string]: object } = {};
    const required: string[] = [];
    const members = Object.entries(node.properties ?? {});
    for (const [name, member] of members) {
      const wire = member.wire ?? name;
      // The value need not fit another member that reads the same wire name.
      const isReadTwice = members.some(([other, { wire: at = other }]) => other !== name && at === wire);
      if (member.bad === 'absent' && isReadTwice) {
        properties[wire] ??= {};
        continue;
      }
      properties[wire] = wireSchema(member);
      if (node.required?.includes(name) && member.default === undefined) required.push(wire);
    }
    return { type: 'object', properties, required, additionalProperties: false };
  }
  if (node.type === 'array') {
    return { type: 'array', items: wireSchema(node.items ?? {}), maxItems: node.maxItems ?? 1000 };
  }
  const value = node.read === undefined ? { type: node.type } : READERS[node.read];
  return { anyOf: [value, { enum: node.absent ?? [] }, { type: 'null' }].filter(isPossible) };
}

function isPossible(schema: object | undefined): boolean {
  return (
    schema !== undefined && !('enum' in schema && Array.isArray(schema.enum) && schema.enum.length === 0)
  );
}

const schemas = new Map(
  testContracts
    .filter(({ isPicture }) => !isPicture)
    .map(({ name }) => {
      const source = JSON.parse(readFileSync(`schemas/api/${name}.endpoint.json`, 'utf8')) as {
        reply: Node | 'none';
      };
      const node: Node = source.reply === 'none' ? {} : source.reply;
      const data = wireSchema({ ...node, type: 'object' });
      const at = (node.at ?? '').split('/').filter((step) => step !== '');
      const reply = at.reduceRight<object>(
        (inner, step) => ({ type: 'object', required: [step], properties: { [step]: inner } }),
        data,
      );
      return [name, { ...reply, ...(at.length === 0 && { additionalProperties: true }) }];
    }),
);
const ajv = new Ajv2020({ allErrors: true, strict: false });

/** Members that no contract reads, but that a real service sends. */
const UNREAD: { readonly [endpoint: string]: readonly string[] } = {
  'rollover-plan': ['productName', 'productLogo'],
};

/** Scenarios with a reply that intentionally does not fit, with the fault. */
const MISFITS: { readonly [scenario: string]: string } = {
  'wrong-types': 'a reply of another shape',
};
const READS = ['order-details', 'rollover-plan', 'instalment-plan'];
const ANSWERED = [...testScenarios.values()].filter(({ name, behaviour }) => {
  return !(name in MISFITS) && !READS.some((endpoint) => behaviour[endpoint]?.answer !== undefined);
});

async function ask(
  endpoint: string,
  orderId: string,
): Promise<{ success: boolean; data: Record<string, unknown> }> {
  const answer = await callEndpoint(createTestApp().app, endpoint, { productId: '1203', orderId });
  return (await answer.json()) as { success: boolean; data: Record<string, unknown> };
}

function faultsOf(endpoint: string, reply: { readonly data: Record<string, unknown> }): string[] {
  const data = { ...reply.data };
  for (const name of UNREAD[endpoint] ?? []) delete data[name];
  const validate = ajv.compile(schemas.get(endpoint) ?? false);
  validate({ ...reply, data });
  return (validate.errors ?? []).map(
    (fault) => `${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`,
  );
}

describe('every reply of every scenario fits its contract, with names of the contract only', () => {
  for (const scenario of ANSWERED) {
    for (const endpoint of READS) {
      const stage = scenario.stages[scenario.start];
      if (!stage?.replies[endpoint]) continue;
      it(`${scenario.name}: ${endpoint}`, async () => {
        const reply = await ask(endpoint, `${scenario.name}-c`);
        expect(reply.success).toBe(true);
        expect(faultsOf(endpoint, reply)).toEqual([]);
      });
    }
  }

  for (const scenario of Object.keys(MISFITS)) {
    it(`${scenario} does not fit, on purpose`, async () => {
      for (const endpoint of READS)
        expect(faultsOf(endpoint, await ask(endpoint, `${scenario}-c`))).not.toEqual([]);
    });
  }

  it('no placeholder is left in any reply', async () => {
    for (const scenario of ANSWERED) {
      for (const endpoint of READS) {
        expect(JSON.stringify(await ask(endpoint, `${scenario.name}-c`))).not.toMatch(
          /\{(today|origin|pay|orderId)/,
        );
      }
    }
  });

  it('replies in the stages after a payment also fit their contracts', async () => {
    for (const { name, stages } of ANSWERED) {
      for (const [stage, { replies }] of Object.entries(stages)) {
        for (const [endpoint, data] of Object.entries(replies)) {
          if (endpoint === 'pay-code') continue;
          expect({
            name,
            stage,
            endpoint,
            faults: faultsOf(endpoint, { data: data as Record<string, unknown> }).filter(
              (fault) => !/logo|Logo|Url|playeduL|[iI]mages/.test(fault),
            ),
          }).toEqual({ name, stage, endpoint, faults: [] });
        }
      }
    }
  });
});

describe('the scenarios are consistent', () => {
  it('rollover is offered exactly if the order allows it', async () => {
    for (const { name, stages } of ANSWERED) {
      for (const [stage, { replies, rolledOver }] of Object.entries(stages)) {
        const order = replies['order-details'] as { orderStatus?: unknown; isDelay?: unknown } | undefined;
        const offered = ['174', '180'].includes(String(order?.orderStatus)) && String(order?.isDelay) === '1';
        const answered = replies['rollover-plan'] !== undefined;
        const leadsOn = rolledOver !== undefined;
        expect({ name, stage, answered, leadsOn: leadsOn && answered }).toEqual({
          name,
          stage,
          answered: offered,
          leadsOn: offered,
        });
      }
    }
  });

  it('order and plan have the same amount and date', async () => {
    const strange = ['long-texts', 'date-as-words', 'absent-members'];
    let compared = 0;
    for (const { name } of ANSWERED.filter((one) => !strange.includes(one.name))) {
      const [order, plan] = [
        await ask('order-details', `${name}-c`),
        await ask('instalment-plan', `${name}-c`),
      ];
      if (!plan.success) continue;
      const { detail } = order.data.userOrderDetail as { detail: { text: string; value: string }[] };
      const row = (text: string) => detail.find((one) => one.text === text)?.value;
      const due = (Number(plan.data.repayAmount) / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 });
      expect({ name, amount: row('Amount due'), date: row('Due date') }).toEqual({
        name,
        amount: `₱${due}`,
        date: plan.data.repayDate,
      });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('every scenario opens screens of the project', () => {
    for (const { name, opens } of testScenarios.values()) {
      expect({ name, strange: opens.filter((id) => !existsSync(`screens/${id}.screen.json`)) }).toEqual({
        name,
        strange: [],
      });
    }
  });
});
