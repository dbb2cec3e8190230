import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { keepSecret } from '../keep-secret.ts';
import { askRegistry, type RegistryClient, SERVER_OPTIONS, writeTime } from '../registry-client.ts';

const ADDED = v.object({ id: v.string(), secret: v.string() });
const TEST_RESULT = v.looseObject({ message: v.string(), isAccepted: v.boolean(), outcome: v.string() });
const WEBHOOKS = v.looseObject({
  webhooks: v.array(
    v.looseObject({
      id: v.string(),
      address: v.string(),
      events: v.array(v.string()),
      actor: v.string(),
      at: v.number(),
    }),
  ),
  messages: v.array(
    v.looseObject({
      id: v.string(),
      event: v.string(),
      at: v.number(),
      tries: v.number(),
      state: v.string(),
      outcome: v.nullable(v.string()),
    }),
  ),
});

interface Given {
  readonly client: RegistryClient;
  readonly folder: string;
  /** An address, or the id of a webhook. */
  readonly what: string;
  readonly events: readonly string[];
  readonly secretTo: string | undefined;
}

interface Done {
  readonly data: object;
  readonly words: string;
  /** The test delivery failed. */
  readonly failed?: true;
}

const VERBS: { readonly [verb: string]: (given: Given) => Promise<Done> } = {
  async add({ client, folder, what: address, events, secretTo }) {
    if (events.length === 0)
      throw new UsageError('name the events: --events approval.waiting,release.published');
    if (secretTo === undefined) throw new UsageError('name a file for its secret: --write <file>');
    let id = '';
    const file = await keepSecret(folder, secretTo, async () => {
      const added = await client.post('/webhooks', { address, events }, ADDED);
      id = added.id;
      return added.secret;
    });
    return {
      data: { id, address, events, file },
      words: `${id} gets ${events.join(', ')}. Its secret is in ${file} and cannot be shown again.\nUndo: npx capiz webhooks remove ${id}\n`,
    };
  },
  async remove({ client, what: id }) {
    await client.remove(`/webhooks/${encodeURIComponent(id)}`);
    return { data: { id }, words: `${id} is removed; its waiting messages are deleted.\n` };
  },
  async test({ client, what: id }) {
    const told = await client.post(`/webhooks/${encodeURIComponent(id)}/test`, {}, TEST_RESULT);
    return {
      data: { id, ...told },
      words: `${told.message} was ${told.isAccepted ? 'accepted' : 'not accepted'}: ${told.outcome}\n`,
      ...(!told.isAccepted && { failed: true }),
    };
  },
};

async function list(client: RegistryClient): Promise<Done> {
  const data = await client.get('/webhooks', WEBHOOKS);
  const hooks = data.webhooks.map(
    ({ id, address, events, actor, at }) =>
      `${id}  ${address}  ${events.join(', ')}  ${actor}, ${writeTime(at)}\n`,
  );
  const messages = data.messages.map(
    ({ id, event, at, tries, state, outcome }) =>
      `${writeTime(at)}  ${id}  ${event}  ${state}, tried ${tries}${tries === 1 ? ' time' : ' times'}${outcome === null ? '' : `: ${outcome}`}\n`,
  );
  const told = messages.length === 0 ? '' : `\nThe last messages:\n${messages.join('')}`;
  return { data, words: hooks.length === 0 ? 'There are no webhooks.\n' : `${hooks.join('')}${told}` };
}

export const webhooksCommand = defineCommand({
  name: 'webhooks',
  usage: '[add <address>|remove <id>|test <id>] [--events <names>] [--write <file>] [--json]',
  summary: 'Shows, adds, removes and tests webhooks',
  examples: [
    'npx capiz webhooks add https://hooks.example.com/capiz --events release.published,rollout.halted --write hook.secret',
    'npx capiz webhooks test 3f9a0c12',
  ],
  details: `Without a verb: all webhooks, and the results of the last messages. Only for admins.

  add <address>        sends it the events of --events, signed with the secret that is written to a file
  remove <id>          sends it no more events
  test <id>            sends one webhook.test message now, and prints the response`,
  options: {
    '--events <names>': `with add: approval.waiting, release.approved, release.changes-asked, release.published, rollout.halted,
      release.rolled-back; with commas`,
    '--write <file>': 'with add: file for the secret, readable only by you',
    '--json': `print {"version":1,"webhooks":[…],"messages":[…]}, with add {"version":1,"id","address","events","file"}, with
      remove {"version":1,"id"}, with test {"version":1,"id","message","isAccepted","outcome"}, instead of words`,
    ...SERVER_OPTIONS,
  },
  notes: 'Undo: npx capiz webhooks remove <id>. Exit: 0 done, 1 refused or not taken, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, what] = rest;
    let hasFailed = false;
    const ask = verb === undefined ? undefined : Object.hasOwn(VERBS, verb) ? VERBS[verb] : null;
    if (ask === null || (ask !== undefined && what === undefined)) {
      throw new UsageError(`name an action (${Object.keys(VERBS).join(', ')}) and an address or id`);
    }
    const events = (values.events ?? '').split(',').filter((one) => one !== '');
    const code = await askRegistry(terminal, values, 'Not done', async (client) => {
      if (ask === undefined || what === undefined) return list(client);
      const done = await ask({ client, folder: terminal.folder, what, events, secretTo: values.write });
      hasFailed = done.failed === true;
      return done;
    });
    return hasFailed ? 1 : code;
  },
});
