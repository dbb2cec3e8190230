// Leaves the page when the session has ended, also if it was ended elsewhere, so that no staff data stays on the
// screen.
const { events, after } = document.currentScript.dataset;
let source;
let later;

function rest() {
  clearTimeout(later);
  source?.close();
}

function listen() {
  rest();
  source = new EventSource(events);
  source.addEventListener('ended', () => {
    rest();
    location.replace(after);
  });
  source.addEventListener('error', () => {
    // The browser reconnects after a broken connection, but not after an HTTP error of a proxy.
    if (source.readyState === EventSource.CLOSED) later = setTimeout(listen, 2000);
  });
}

// A hidden page closes its connection, because a browser has few per server; it reconnects when visible.
document.addEventListener('visibilitychange', () => (document.hidden ? rest() : listen()));
// A form loads another page, unless a script sends it; the sign-out page shows its own message.
addEventListener('submit', ({ defaultPrevented }) => defaultPrevented || rest());
addEventListener('pageshow', ({ persisted }) => persisted && listen());
if (!document.hidden) listen();
