import { html } from 'hono/html';
import { type Html, writePage } from '#src/shared/html.ts';
import type { StaffRecord } from './accounts.ts';
import {
  EVENTS_ADDRESS,
  LIVE_SCRIPT_ADDRESS,
  SIGN_IN_ADDRESS,
  SIGN_ON_CONFIRM_ADDRESS,
  STAFF_ADDRESS,
  STYLES_ADDRESS,
  STUDIO_ADDRESS,
} from '#src/shared/staff-addresses.ts';
import { SHORTEST_PASSWORD } from './passwords.ts';
import { decide, ROLES } from '#src/review/roles.ts';
import type { Session } from './sessions.ts';
import type { TokenRecord } from './tokens.ts';

/** A message at the top of a page: an error, or a secret that is shown once. */
export interface Notice {
  readonly text: string;
  readonly isFault: boolean;
  /** A secret to copy; shown once. */
  readonly secret?: string;
  /** The wrong field, as `<form>.<field>`: the message is shown at the field, which gets the focus. */
  readonly at?: string;
}

function page(title: string, body: Html, notice?: Notice): Html {
  return writePage(
    `${title} · Capiz`,
    STYLES_ADDRESS,
    html`<h1>${title}</h1>\n${writeNotice(notice)}${body}`,
  );
}

function writeNotice(notice: Notice | undefined): Html | undefined {
  if (notice === undefined || notice.at !== undefined) return undefined;
  const { text, isFault, secret } = notice;
  const shown = secret !== undefined && html`<p><code class="secret">${secret}</code></p>`;
  return html`<div class="card ${isFault ? 'fault' : 'done'}" role="${isFault ? 'alert' : 'status'}"><p>${text}</p>${shown}</div>\n`;
}

/**
 * A required field. The server checks it, because browsers show their message only briefly.
 * @param at - As in `Notice`.
 */
function field(at: string, label: string, more: Html, notice: Notice | undefined): Html {
  const name = at.slice(at.indexOf('.') + 1);
  const input = html`<input name="${name}" required ${more}`;
  if (notice?.at !== at) return html`<label>${label}${input}></label>`;
  return html`<label>${label}${input} aria-invalid="true" aria-describedby="wrong" autofocus></label>
<p class="wrong" id="wrong">${notice.text}</p>`;
}

const OLD_PASSWORD = html`type="password" autocomplete="current-password" maxlength="200"`;
const NEW_PASSWORD = html`type="password" autocomplete="new-password" maxlength="200"`;
const ACCOUNT = html`autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="128"`;

/**
 * @param single - Name and address of the single sign-on.
 * @param to - Query of the form's address: where the sign-in ends.
 * @param name - The name that was entered before.
 */
export function writeSignInPage(
  single: { readonly name: string; readonly address: string } | undefined,
  to: string,
  notice?: Notice,
  name = '',
): Html {
  const other =
    single && html`<a class="button quiet" href="${single.address + to}">Sign in with ${single.name}</a>`;
  return page(
    'Sign in',
    html`<form method="post" action="${SIGN_IN_ADDRESS}${to}" class="card" novalidate>
${field('signIn.name', 'E-mail address or name', html`autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="128" value="${name}"`, notice)}
${field('signIn.password', 'Password', OLD_PASSWORD, notice)}
<button>Sign in</button>
</form>
${other}
<p class="soft">No account, or no password any more? An admin gives you a link.</p>`,
    notice,
  );
}

/** @param single - The name of the single sign-on. */
export function writeConfirmPage(name: string, single: string, notice?: Notice): Html {
  return page(
    'Is this account yours?',
    html`<form method="post" action="${SIGN_ON_CONFIRM_ADDRESS}" class="card" novalidate>
<p><strong>${name}</strong> has a password. Enter it once: from then on ${single} signs you in.</p>
<input type="hidden" name="name" value="${name}" autocomplete="username">
${field('confirm.password', 'Password', OLD_PASSWORD, notice)}
<button>Confirm and sign in</button>
</form>
<a class="button quiet" href="${SIGN_IN_ADDRESS}">Sign in another way</a>`,
    notice,
  );
}

/** @param address - Of the link itself. */
export function writeLinkPage(name: string, address: string, notice?: Notice): Html {
  return page(
    'Set your password',
    html`<form method="post" action="${address}" class="card" novalidate>
<p>For <strong>${name}</strong>. ${SHORTEST_PASSWORD} characters or more: a few words that only you put together.</p>
<input type="hidden" name="name" value="${name}" autocomplete="username">
${field('link.password', 'New password', NEW_PASSWORD, notice)}
<button>Set password and sign in</button>
</form>`,
    notice,
  );
}

export function writeSpentLinkPage(): Html {
  return page(
    'This link is no longer valid',
    html`<p>It was used, a newer one was made, or it is older than a day. Ask an admin for a new one.</p>
<a class="button quiet" href="${SIGN_IN_ADDRESS}">Sign in</a>`,
  );
}

export interface Colleagues {
  readonly session: Session;
  readonly staff: readonly StaffRecord[];
  readonly tokens: readonly TokenRecord[];
  readonly hasStudio: boolean;
}

export function writeStaffPage({ session, staff, tokens, hasStudio }: Colleagues, notice?: Notice): Html {
  const { account, csrf } = session;
  const manages = decide(account.role, 'manage') !== 'no';
  const people = staff.map((one) => writePerson(one, manages && one.name !== account.name, csrf));
  return page(
    'Colleagues',
    html`${hasStudio && html`<a class="button quiet" href="${STUDIO_ADDRESS}">← Home</a>`}
<p>You are <strong>${account.name}</strong>, ${account.role}.</p>
<ul>
${people}
</ul>
${manages && writeInvitation(csrf, notice)}
<h2>Your account</h2>
<form method="post" action="${STAFF_ADDRESS}/password" class="card" novalidate>
${hidden(csrf)}
<h3>Another password</h3>
${field('changePassword.password', 'Old password', OLD_PASSWORD, notice)}
${field('changePassword.next', 'New password', NEW_PASSWORD, notice)}
<label><input type="checkbox" name="tokens" value="end">End my tokens for the command line too</label>
<button class="quiet">Change password</button>
</form>
<form method="post" action="${STAFF_ADDRESS}/sign-out">
${hidden(csrf)}
<button class="quiet">Sign out</button>
</form>
${writeTokens(tokens, csrf, notice)}
<script src="${LIVE_SCRIPT_ADDRESS}" data-events="${EVENTS_ADDRESS}" data-after="${SIGN_IN_ADDRESS}?ended" defer></script>`,
    notice,
  );
}

function hidden(csrf: string, values: { readonly [name: string]: string } = {}): readonly Html[] {
  return Object.entries({ csrf, ...values }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

/** A form that performs an operation of the API. */
function operation(
  csrf: string,
  id: string,
  values: { readonly [name: string]: string },
  inside: Html,
): Html {
  return html`<form method="post" action="${STAFF_ADDRESS}" novalidate>${hidden(csrf, { operation: id, ...values })}${inside}</form>`;
}

function options(chosen: string): readonly Html[] {
  return ROLES.map((role) => html`<option${role === chosen ? ' selected' : ''}>${role}</option>`);
}

function writePerson({ name, kind, role, state }: StaffRecord, isMine: boolean, csrf: string): Html {
  const what = [kind === 'service' ? 'service account' : '', role, state === 'active' ? '' : state];
  const head = html`<p><strong>${name}</strong> <span class="soft">${what.filter(Boolean).join(', ')}</span></p>`;
  if (!isMine) return html`<li>${head}</li>`;
  const button = (id: string, words: string) =>
    operation(
      csrf,
      id,
      { name },
      html`<button class="quiet" aria-label="${words}: ${name}">${words}</button>`,
    );
  const changes =
    state === 'disabled'
      ? button('enableStaff', 'Let in again')
      : [
          operation(
            csrf,
            'changeRole',
            { name },
            html`<select name="role" aria-label="Role of ${name}">${options(role)}</select><button class="quiet" aria-label="Change role: ${name}">Change role</button>`,
          ),
          button('renewAccess', kind === 'person' ? 'New link' : 'New token'),
          state === 'invited'
            ? button('withdrawInvitation', 'Take the invitation back')
            : button('disableStaff', 'Disable'),
        ];
  return html`<li>${head}<div class="row">${changes}</div></li>`;
}

function writeInvitation(csrf: string, notice: Notice | undefined): Html {
  const role = html`<label>Role<select name="role">${options('editor')}</select></label>`;
  return html`<h2>New person</h2>
<div class="card">${operation(
    csrf,
    'invitePerson',
    {},
    html`${field('invitePerson.name', 'E-mail address', ACCOUNT, notice)}${role}<button>Invite</button>`,
  )}</div>
<details${notice?.at === 'addService.name' ? ' open' : ''}><summary>A machine</summary><div class="card">${operation(
    csrf,
    'addService',
    {},
    html`${field('addService.name', 'Name', ACCOUNT, notice)}${role}<button class="quiet">Make a service account</button>`,
  )}</div></details>`;
}

function writeTokens(tokens: readonly TokenRecord[], csrf: string, notice: Notice | undefined): Html {
  const list = tokens.map(({ id, label, until }) => {
    const end = until === undefined ? '' : `, until ${new Date(until).toISOString().slice(0, 10)}`;
    const remove = operation(
      csrf,
      'removeToken',
      { token: id },
      html`<button class="quiet" aria-label="Remove: ${label}">Remove</button>`,
    );
    return html`<li><p>${label} <span class="soft">${id}${end}</span></p><div class="row">${remove}</div></li>`;
  });
  return html`<h2>Tokens for the command line</h2>
<p class="soft">Each acts as you do. Keep it in a file that only you can read, and name it with --token-file.</p>
<ul>${list}</ul>
<div class="card">${operation(
    csrf,
    'makeToken',
    { days: '90' },
    html`${field('makeToken.label', 'What it is for', html`autocomplete="off" maxlength="100"`, notice)}<button class="quiet">Make a token for 90 days</button>`,
  )}</div>`;
}
