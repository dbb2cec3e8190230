import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/**
 * A real OpenID Connect provider on its own port, for one client. Signs in the named address:
 * `node oidc-provider.mjs <redirect uri>`; prints its issuer.
 */
const [redirect] = process.argv.slice(2);

let answer = (_request, reply) => reply.writeHead(503).end();
const server = createServer((request, reply) => answer(request, reply));
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'capiz',
        client_secret: 'a secret of the test',
        redirect_uris: [redirect],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: `sub-of-${id}`, email: id, email_verified: !id.startsWith('unverified') }),
    }),
  });
  answer = provider.callback();
  process.stdout.write(`${issuer}\n`);
});
