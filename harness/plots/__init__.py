"""Results as drawings: what there is to see, and SVG files of it. The terminal's own are in harness.display.plots."""
