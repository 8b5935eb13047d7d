"""Episodes and leagues as pages for a browser: self-contained, offline, safe whatever the seats wrote."""
