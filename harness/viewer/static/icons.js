// Small drawings, each round 0,0.
const ICONS = {
  army: "M-11,-12H11V1C11,8 5,12 0,15C-5,12 -11,8 -11,1Z",
  fleet: "M-15,3H15L10,12H-10ZM-1,1V-15L-11,1ZM2,1V-12C8,-9 11,-4 12,1Z",
  garrison: "M-9,9V-9H-5V-5H-2V-9H2V-5H5V-9H9V9Z",
  ladder: "M-4,9V-9M4,9V-9M-4,-5H4M-4,0H4M-4,5H4",
  coin: "M0,-8A8,8 0 1 1 0,8A8,8 0 1 1 0,-8Z",
  skull: "M0,-9C6,-9 9,-5 9,-1C9,2 7,4 5,5V9H-5V5C-7,4 -9,2 -9,-1C-9,-5 -6,-9 0,-9ZM-4,-3A2,2 0 1 0 -4,1.5A2,2 0 1 0 -4,-3ZM4,-3A2,2 0 1 0 4,1.5A2,2 0 1 0 4,-3Z",
  dagger: "M0,11L-2.5,-2H-7V-4.5H-2V-11H2V-4.5H7V-2H2.5Z",
  flag: "M-6,11V-11H7L3,-6.5L7,-2H-4V11Z",
  wheat: "M0,11V-4M0,-10C4,-7 4,-3 0,-2C-4,-3 -4,-7 0,-10ZM0,2C5,2 7,-1 7,-4C3,-4 0,-2 0,2ZM0,2C-5,2 -7,-1 -7,-4C-3,-4 0,-2 0,2ZM0,8C5,8 7,5 7,2C3,2 0,4 0,8ZM0,8C-5,8 -7,5 -7,2C-3,2 0,4 0,8Z",
  burst: "M0,-16L4,-6L14,-9L8,0L14,9L4,6L0,16L-4,6L-14,9L-8,0L-14,-9L-4,-6Z",
  cross: "M-7,-7L7,7M7,-7L-7,7",
  drop: "M0,-8C4,-3 6,0 6,3A6,6 0 0 1 -6,3C-6,0 -4,-3 0,-8Z",
  star: "M0,-9L2.4,-2.8L9,-2.8L3.7,1.3L5.6,8L0,4L-5.6,8L-3.7,1.3L-9,-2.8L-2.4,-2.8Z",
};

const at = (x, y) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

function icon(name, x, y, style = "", told = "") {
  return svg("g", { class: `icon ${name} ${style}`, transform: at(x, y) },
    svg("path", { d: ICONS[name] }), told && svg("title", {}, told));
}

// A die, or the number of a purse, with its caption underneath.
function badge(shape, x, y, text, style = "", told = "") {
  const outline = shape === "die"
    ? svg("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 })
    : svg("path", { d: ICONS.coin });
  return svg("g", { class: `icon badge ${shape} ${style}`, transform: at(x, y) },
    outline, svg("text", { y: 4 }, text), told && svg("title", {}, told));
}

function stamp(x, y, text, told = "") {
  const width = text.length * 11 + 14;
  return svg("g", { class: "stamp", transform: `${at(x, y)} rotate(-14)` },
    svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 4 }),
    svg("text", { y: 6 }, text), told && svg("title", {}, told));
}
