/**
 * Styles of the inspector. It is in a shadow root, so these rules and the page's rules do not affect each other.
 */
export const INSPECTOR_STYLES = `:host{color-scheme:light dark;--ground:#fff;--ink:#16202c;--soft:#566272;--act:#0b5cad;--line:#c3cbd6;--shade:#eef1f5;--mark:rgb(11 92 173 / 14%)}
@media (prefers-color-scheme:dark){:host{--ground:#1a212a;--ink:#e8edf3;--soft:#a3afbd;--act:#7ab8ff;--line:#465466;--shade:#242d38;--mark:rgb(122 184 255 / 20%)}}
*{box-sizing:border-box}
[hidden]{display:none!important}
.all{font:14px/20px system-ui,sans-serif;color:var(--ink);text-align:start}
.toggle,.panel,.outline{position:fixed;z-index:2147483647}
.toggle{top:40%;left:0;width:24px;min-height:88px;padding:0;writing-mode:vertical-rl;border:1px solid var(--line);border-left:0;border-radius:0 8px 8px 0;background:var(--ground);color:var(--act);font:inherit;font-weight:600;cursor:pointer}
.outline{pointer-events:none;border:2px solid var(--act);border-radius:4px;background:var(--mark)}
.panel{inset:auto 0 0;max-height:45vh;overflow:auto;padding:12px 16px 16px;border:solid var(--line);border-width:1px 0;background:var(--ground);overscroll-behavior:contain}
.panel.moved{inset:0 0 auto}
@media (min-width:960px){.panel{inset:0 0 0 auto;width:400px;max-height:none;border-width:0 1px}.panel.moved{inset:0 auto 0 0}}
.top{display:flex;align-items:center;gap:8px;margin-block-end:8px}
h2,h3{margin:0;font-size:16px;line-height:24px}
h3{margin-block:12px 4px;font-size:14px;line-height:20px;color:var(--soft)}
h2{flex:1}
p{margin:4px 0}
.soft{color:var(--soft)}
select,.panel button{min-height:44px;max-width:100%;border:1px solid var(--line);border-radius:8px;background:var(--shade);color:var(--ink);font:inherit}
select{width:100%;padding:0 8px}
.panel button{padding:0 12px;cursor:pointer}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:8px 0 0}
dt{color:var(--soft)}
dd,li{min-width:0;margin:0;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
.hidden>li{margin-block:0 12px}
.hidden button{display:block;width:100%;margin-block-end:4px;text-align:start;overflow-wrap:anywhere}
code{font:13px/20px ui-monospace,monospace;overflow-wrap:anywhere}
`;
