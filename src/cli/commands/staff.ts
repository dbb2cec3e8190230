import * as v from 'valibot';
import { type Command, type ExitCode, type Terminal, UsageError } from '../command.ts';
import { keepSecret } from '../keep-secret.ts';
import { readOptions } from '../options.ts';
import {
  connectRegistry,
  type RegistryClient,
  SERVER_HELP,
  SERVER_OPTIONS,
  ServerRefusal,
} from '../registry-client.ts';

const JSON_VERSION = 1;

const STAFF = v.object({
  staff: v.array(v.looseObject({ name: v.string(), kind: v.string(), role: v.string(), state: v.string() })),
});
const INVITED = v.object({ link: v.string() });
const MADE = v.object({ token: v.string() });
/** A person is renewed by a link, a machine by a token. */
const RENEWED = v.union([INVITED, MADE]);

interface Given {
  readonly client: RegistryClient;
  readonly server: string;
  readonly name: string;
  readonly role: string | undefined;
  readonly tokenTo: string | undefined;
  readonly terminal: Terminal;
}

/** What can be done to somebody; each says what has become of it. */
const VERBS: { readonly [verb: string]: (given: Given) => Promise<void> } = {
  async invite({ client, server, name, role, terminal }) {
    const { link } = await client.post('/staff', { name, role: demandRole(role) }, INVITED);
    terminal.out(
      `${name} sets a password at ${new URL(link, server).href}\nOnce, and in 24 hours: give it to nobody else.\n`,
    );
  },
  async service({ client, name, role, tokenTo, terminal }) {
    if (tokenTo === undefined) throw new UsageError('say where its token is written: --write <file>');
    const account = { name, role: demandRole(role) };
    await keep(tokenTo, terminal, async () => (await client.post('/staff/services', account, MADE)).token);
  },
  async role({ client, name, role, terminal }) {
    await client.send(`/staff/${encodeURIComponent(name)}/role`, { role: demandRole(role) });
    terminal.out(`${name} is ${role} now.\n`);
  },
  async disable({ client, name, terminal }) {
    await client.send(`/staff/${encodeURIComponent(name)}/disable`);
    terminal.out(
      `${name} is disabled; their sessions and tokens have ended. Undo: npx capiz staff enable ${name}\n`,
    );
  },
  async enable({ client, name, terminal }) {
    await client.send(`/staff/${encodeURIComponent(name)}/enable`);
    terminal.out(`${name} may sign in again.\n`);
  },
  async renew({ client, server, name, tokenTo, terminal }) {
    const renew = async () => {
      const renewed = await client.post(`/staff/${encodeURIComponent(name)}/renew`, {}, RENEWED);
      return 'token' in renewed
        ? { secret: renewed.token }
        : { secret: new URL(renewed.link, server).href, isLink: true };
    };
    if (tokenTo !== undefined) return keep(tokenTo, terminal, async () => (await renew()).secret);
    const { secret, isLink } = await renew();
    terminal.out(isLink ? `${name} sets a password at ${secret}\n` : `${secret}\n`);
  },
};

export const staffCommand: Command = {
  name: 'staff',
  usage: '[invite|service|role|disable|enable|renew <name>] [--role <role>] [--write <file>] [--json]',
  summary: 'Shows and changes who works with the registry, and what they may do',
  examples: [
    'npx capiz staff invite ana@example.com --role editor',
    'npx capiz staff disable ana@example.com',
  ],
  details: `Without a name: everybody, with their roles. Each role may do what the one before it may, and more:
viewer, editor, approver, publisher, admin.

  invite <name>          makes an account for a person and prints the link by which they set a password
  service <name>         makes an account for a machine and writes its token to a file
  role <name>            gives them another role
  disable <name>         ends their sessions and tokens at once
  enable <name>          lets them in again
  renew <name>           a new link for a person, a token in the place of the old ones for a machine

  --role <role>          with invite, service and role
  --write <file>         with service and renew: where the token is written, readable by you alone
  --json                 print {"version":1,"staff":[…]}, with a name {"version":1,"name","done","said"}, instead of words
${SERVER_HELP}

Exit: 0 done, 1 refused, 2 could not run.`,
  async run(args, terminal): Promise<ExitCode> {
    const { values, rest } = readOptions(args, {
      ...SERVER_OPTIONS,
      role: { type: 'string' },
      write: { type: 'string' },
      json: { type: 'boolean' },
    });
    const [verb, name] = rest;
    const client = connectRegistry(values, terminal.folder);
    if (verb === undefined) {
      const { staff } = await client.get('/staff', STAFF);
      if (values.json === true)
        terminal.out(`${JSON.stringify({ version: JSON_VERSION, staff }, null, 2)}\n`);
      else
        for (const one of staff)
          terminal.out(
            `${one.name}  ${one.kind}  ${one.role}${one.state === 'active' ? '' : `  ${one.state}`}\n`,
          );
      return 0;
    }
    const change = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (change === undefined || name === undefined) {
      throw new UsageError(`say what becomes of whom: ${Object.keys(VERBS).join(', ')}, and a name`);
    }
    try {
      const { role, write } = values;
      let said = '';
      const collected: Terminal = {
        ...terminal,
        out: (text) => {
          said += text;
        },
      };
      await change({ client, server: client.server, name, role, tokenTo: write, terminal: collected });
      const report = { version: JSON_VERSION, name, done: verb, said: said.trim() };
      terminal.out(values.json === true ? `${JSON.stringify(report, null, 2)}\n` : said);
      return 0;
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error;
      terminal.err(`Not done: ${error.message}\n`);
      return 1;
    }
  },
};

function demandRole(role: string | undefined): string {
  if (role === undefined)
    throw new UsageError('say in what role: --role viewer|editor|approver|publisher|admin');
  return role;
}

async function keep(to: string, { folder, out }: Terminal, make: () => Promise<string>): Promise<void> {
  out(`It is in ${await keepSecret(folder, to, make)}; keep it secret.\n`);
}
