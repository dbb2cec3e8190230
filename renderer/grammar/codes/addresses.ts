import type { CodeEntries } from './entry.ts';

/** Problems of external addresses: what they contain, and where they lead. */
export const addressCodes = {
  'flow/private-address': {
    severity: 'error',
    title: 'A private value becomes part of an external address',
    why: 'Whoever receives a link of another host, a mail or a phone call can read the values in its address. Values of the session, parameters, forms, kept values and replies may be private; an image sends them as soon as it is shown. Allowed are a Url that is used unchanged, or with constants added by `withQuery`, and members that a contract marks as `public`.',
    bad: '{ "type": "image", "src": "https://pictures.example.com/?s=${session.readerId}" }',
    good: '{ "type": "image", "src": "${data.book.cover}" }',
  },
  'flow/unused-exception': {
    severity: 'warning',
    title: 'An exception in `flows` is not needed',
    why: 'That value does not become part of that address, or no longer does. Remove the exception.',
    bad: '"flows": [{ "from": "session.readerId", "to": "shelf image.src https://pictures.example.com", "reason": "…" }]',
    good: '"flows": []',
  },
  'flow/misfit-decides': {
    severity: 'error',
    title: 'A value with `bad: absent` decides about money',
    why: 'With `bad: absent` an invalid value looks like an absent one. A value that is in a condition of a critical request, is sent by a request, is a payment code or chooses between amounts must be valid: without `bad` the reply fails with `invalid-reply`.',
    bad: '"isLate": { "read": "flag", "default": false, "bad": "absent" }, and on the button that pays: "visibleWhen": "data.book.isLate"',
    good: '"isLate": { "read": "flag", "default": false }',
  },
  'leave/unknown-host': {
    severity: 'error',
    title: 'The host of an address outside the app is not constant, or not allowed',
    why: 'Data could lead the visitor to any site. Allowed hosts are listed in `hosts.leave` of app.json.',
    bad: '{ "do": "leave", "to": "https://${data.host}/" }',
    good: '{ "do": "leave", "to": "https://help.example.com/?from=${config.desk.topic}" } with that host in app.json',
  },
  'frame/unknown-host': {
    severity: 'error',
    title: 'A frame shows a page of a host that is not allowed',
    why: 'The Content Security Policy of the page allows only the hosts in `hosts.frame` of app.json, so the frame would stay empty.',
    bad: '{ "type": "frame", "src": "https://other.example.com/rules", "title": "Rules" }',
    good: '{ "type": "frame", "src": "https://rules.example.com/rules", "title": "Rules" } with that host in app.json',
  },
  'image/unknown-host': {
    severity: 'error',
    title: 'An image comes from a host that is not allowed',
    why: "The page requests the image from that host, so the host's owner learns who opens the screen. The address of the image can also contain data of the screen. Allowed hosts are listed in `hosts.image` of app.json.",
    bad: '{ "type": "image", "src": "https://other.example.com/cover.png", "alt": "Cover" }',
    good: '{ "type": "image", "src": "https://pictures.example.com/cover.png", "alt": "Cover" } with that host in app.json',
  },
} as const satisfies CodeEntries;
