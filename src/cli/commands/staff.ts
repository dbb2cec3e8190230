import * as v from 'valibot';
import { UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { keepSecret } from '../keep-secret.ts';
import { askRegistry, type RegistryClient, SERVER_OPTIONS } from '../registry-client.ts';

const STAFF = v.object({
  staff: v.array(v.looseObject({ name: v.string(), kind: v.string(), role: v.string(), state: v.string() })),
});
/** `origin`: the address of the server in browsers, if its settings name one. */
const INVITED = v.object({ link: v.string(), origin: v.exactOptional(v.string()) });
const MADE = v.object({ token: v.string() });
/** The access of a person is renewed by a link, of a machine by a token. */
const RENEWED = v.union([INVITED, MADE]);

interface Given {
  readonly client: RegistryClient;
  readonly folder: string;
  readonly name: string;
  readonly role: string | undefined;
  readonly tokenTo: string | undefined;
}

/** The subcommands; each returns a sentence about its result. */
const VERBS: { readonly [verb: string]: (given: Given) => Promise<string> } = {
  async invite({ client, name, role }) {
    const invited = await client.post('/staff', { name, role: demandRole(role) }, INVITED);
    return `${name} sets a password at ${addressOf(invited, client)}\nThe link works once and for 24 hours: give it to nobody else.\n`;
  },
  async service({ client, folder, name, role, tokenTo }) {
    if (tokenTo === undefined) throw new UsageError('name a file for its token: --write <file>');
    const account = { name, role: demandRole(role) };
    return keep(tokenTo, folder, async () => (await client.post('/staff/services', account, MADE)).token);
  },
  async role({ client, name, role }) {
    await client.send(`/staff/${encodeURIComponent(name)}/role`, { role: demandRole(role) });
    return `${name} is ${role} now.\n`;
  },
  async disable({ client, name }) {
    await client.send(`/staff/${encodeURIComponent(name)}/disable`);
    return `${name} is disabled; their sessions and tokens have ended. Undo: npx capiz staff enable ${name}\n`;
  },
  async withdraw({ client, name }) {
    await client.send(`/staff/${encodeURIComponent(name)}/withdraw`);
    return `The invitation of ${name} is taken back; its link no longer works.\n`;
  },
  async enable({ client, name }) {
    await client.send(`/staff/${encodeURIComponent(name)}/enable`);
    return `${name} may sign in again.\n`;
  },
  async renew({ client, folder, name, tokenTo }) {
    const renew = async () => {
      const renewed = await client.post(`/staff/${encodeURIComponent(name)}/renew`, {}, RENEWED);
      return 'token' in renewed
        ? { secret: renewed.token }
        : { secret: addressOf(renewed, client), isLink: true };
    };
    if (tokenTo !== undefined) return keep(tokenTo, folder, async () => (await renew()).secret);
    const { secret, isLink } = await renew();
    return isLink ? `${name} sets a password at ${secret}\n` : `${secret}\n`;
  },
};

export const staffCommand = defineCommand({
  name: 'staff',
  usage:
    '[invite|withdraw|service|role|disable|enable|renew <name>] [--role <role>] [--write <file>] [--json]',
  summary: 'Shows and changes the accounts of people and machines, and their roles',
  examples: [
    'npx capiz staff invite ana@example.com --role editor',
    'npx capiz staff disable ana@example.com',
  ],
  details: `Without a name: all accounts with their roles. Each role has all rights of the role before it, and more:
viewer, editor, approver, publisher, admin.

  invite <name>        makes an account for a person and prints the link by which they set a password
  withdraw <name>      takes an invitation back that was not used
  service <name>       makes an account for a machine and writes its token to a file
  role <name>          changes the role
  disable <name>       disables the account; its sessions and tokens end at once
  enable <name>        enables a disabled account
  renew <name>         a new link for a person; for a machine a new token that replaces its old ones`,
  options: {
    '--role <role>': 'with invite, service and role',
    '--write <file>': 'with service and renew: file for the token, readable only by you',
    '--json':
      'print {"version":1,"staff":[…]}, with a name {"version":1,"name","done","said"}, instead of words',
    ...SERVER_OPTIONS,
  },
  notes: 'Exit: 0 done, 1 refused, 2 could not run.',
  async run({ values, rest }, terminal) {
    const [verb, name] = rest;
    const { role, write: tokenTo } = values;
    const change = verb !== undefined && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (verb !== undefined && (change === undefined || name === undefined)) {
      throw new UsageError(`name an action (${Object.keys(VERBS).join(', ')}) and an account`);
    }
    return askRegistry(terminal, values, 'Not done', async (client) => {
      if (change === undefined || name === undefined) return list(client);
      const words = await change({ client, folder: terminal.folder, name, role, tokenTo });
      return { data: { name, done: verb, said: words.trim() }, words };
    });
  },
});

async function list(client: RegistryClient) {
  const data = await client.get('/staff', STAFF);
  const lines = data.staff.map(
    ({ name, kind, role, state }) => `${name}  ${kind}  ${role}${state === 'active' ? '' : `  ${state}`}\n`,
  );
  return { data, words: lines.join('') };
}

function addressOf({ link, origin }: v.InferOutput<typeof INVITED>, { server }: RegistryClient): string {
  return new URL(link, origin ?? server).href;
}

function demandRole(role: string | undefined): string {
  if (role === undefined)
    throw new UsageError('name the role: --role viewer|editor|approver|publisher|admin');
  return role;
}

async function keep(to: string, folder: string, make: () => Promise<string>): Promise<string> {
  return `It is in ${await keepSecret(folder, to, make)}; keep it secret.\n`;
}
