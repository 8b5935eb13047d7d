"""Territory: nine seats paint claims onto a hex board that only gets poorer."""
