// Tables that sort by their headings, and a page that follows its league while it is played.
const cellValue = (row, column, kind) => {
  const cell = row.children[column];
  const text = cell.dataset.value ?? cell.textContent.trim();
  return kind === "number" ? (text === "" ? -Infinity : parseFloat(text)) : text;
};

function sortBy(button) {
  const head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
  const column = [...head.parentNode.children].indexOf(head), kind = button.dataset.sort;
  const falling = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : kind === "number";
  for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falling ? "descending" : "ascending");
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0) * (falling ? -1 : 1);
  body.append(...[...body.rows].sort((a, b) => order(cellValue(a, column, kind), cellValue(b, column, kind))));
}

for (const button of document.querySelectorAll("[data-sort]")) button.addEventListener("click", () => sortBy(button));

const progress = document.getElementById("progress");
if (progress && progress.dataset.revision) {
  setInterval(async () => {
    try {
      const answer = await fetch("revision", { cache: "no-store" });
      if (answer.ok && (await answer.text()) !== progress.dataset.revision) location.reload();
    } catch {
      progress.textContent = "The server has gone; this is what it showed last.";
    }
  }, 2000);
}
