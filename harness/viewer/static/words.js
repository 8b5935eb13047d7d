// Phases, kinds and verdicts in words.
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

function phaseLabel(id) {
  const [first, season, stage] = id.replace(/-stop$/, "").split("-");
  if (id === "beginning") return "The beginning";
  if (/^\d{4}$/.test(first) && season) return `${capital(season)} ${first}${stage ? ` · ${stage}` : ""}`;
  return season ? `${capital(first)} ${Number(season) || season}` : capital(first);
}

// A frame can reach into a second phase, as Autumn's orders into Winter.
function frameLabel(frame) {
  const own = frame.id.replace(/-stop$/, "").split("-");
  const later = new Set(frame.events.map((event) => event.phase).filter((phase) => phase !== own.join("-")));
  for (const phase of later) if (phase.endsWith("-press")) later.delete(phase);
  const names = frame.id === "beginning" ? [] : [...later].map((phase) => {
    const [year, season, stage] = phase.split("-");
    return year === own[0] && season === own[1] ? stage : capital(season);
  });
  return phaseLabel(frame.id) + (frame.id.endsWith("-stop") ? " · time is up" : "") +
    (names.length ? ` and ${names.join(", ")}` : "");
}

const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(3));
const money = (usd) => (usd === null || usd === undefined ? "price unknown" : `$${usd.toFixed(4)}`);

function pledgeText(event, name) {
  const to = event.to === null ? "everybody" : name(event.to);
  if (event.pledge === "peace") return `peace with ${to}`;
  if (event.pledge === "keepout") return `to keep out of ${event.place}, to ${to}`;
  if (event.pledge === "support") return `support for ${to}`;
  if (event.pledge === "ally") return `to let ${to} pass`;
  return `${event.pledge} ${event.place} to ${to}`;
}
